// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

/** The end of a program that a command has run, with that program's exit code. */
public final class ProgramEndException extends CommandException {
    private static final long serialVersionUID = 1;

    public ProgramEndException(String message, int exitCode) {
        super(message, exitCode);
    }
}
