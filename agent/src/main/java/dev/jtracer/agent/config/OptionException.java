// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.Objects;

/**
 * An error in an option that the user must change. The user reads only the message: one line in lower case with the
 * offending value in quotes and the next step.
 */
public final class OptionException extends Exception {
    private static final long serialVersionUID = 1;

    public OptionException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
