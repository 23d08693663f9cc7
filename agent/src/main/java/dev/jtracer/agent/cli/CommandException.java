// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

/** Ends a command. The message is all that the user reads: one line with cause, value in quotes and next step. */
abstract sealed class CommandException extends Exception
        permits UserSyntaxException, UserDataException, CannotAttachException, InputOutputException {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    CommandException(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** What the process ends with, so that scripts can tell causes apart. */
    final int exitCode() {
        return exitCode;
    }
}
