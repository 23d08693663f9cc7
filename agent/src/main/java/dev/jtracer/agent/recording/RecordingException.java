// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.IOException;

/** A file that is no recording, or one that cannot be read further. The message is one line for the user. */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1;

    public RecordingException(String message) {
        super(message);
    }
}
