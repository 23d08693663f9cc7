// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

/** Failure to read or write a file, or a file that does not hold what the command needs. */
public final class InputOutputException extends CommandException {
    private static final long serialVersionUID = 1;

    /** Exit code of the command line. */
    public static final int EXIT_CODE = 4;

    public InputOutputException(String message) {
        super(message, EXIT_CODE);
    }
}
