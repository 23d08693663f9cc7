// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.Objects;

/**
 * An option that the user must change. The message is the whole of what the user reads: one line, lower case, the
 * offending value in quotes, and the next step.
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
