// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

/** Failure caused by well-formed but invalid input: a broken file, or a command that a JVM declined. */
public final class UserDataException extends CommandException {
    private static final long serialVersionUID = 1;

    static final int EXIT_CODE = 1;

    public UserDataException(String message) {
        super(message, EXIT_CODE);
    }
}
