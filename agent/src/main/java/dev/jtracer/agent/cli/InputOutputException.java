// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

/** Failure to read or write a file. */
final class InputOutputException extends CommandException {
    private static final long serialVersionUID = 1;

    static final int EXIT_CODE = 4;

    InputOutputException(String message) {
        super(message, EXIT_CODE);
    }
}
