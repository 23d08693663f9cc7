// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import java.io.IOException;

/** A failure to decode bytes that are no partial result, or a damaged one. The message is one line for the user. */
public final class PartialFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    PartialFormatException(String message) {
        super(message);
    }
}
