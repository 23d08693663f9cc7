// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

/** Failure of a command. The user reads only its message: one line with cause, value in quotes and next step. */
public abstract sealed class CommandException extends Exception
        permits UserSyntaxException,
                LimitExceededException,
                ProgramEndException,
                CannotAttachException,
                InputOutputException {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    CommandException(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    /** Returns the exit code of the process. Scripts distinguish causes by it. */
    public final int exitCode() {
        return exitCode;
    }
}
