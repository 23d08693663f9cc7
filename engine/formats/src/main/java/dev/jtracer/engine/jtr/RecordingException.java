// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.io.IOException;

/** Failure to read a file, because it is not a recording or is damaged. The message is one line for the user. */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1;

    public RecordingException(String message) {
        super(message);
    }
}
