// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

/** Failure to parse the command line. */
public final class UserSyntaxException extends CommandException {
    private static final long serialVersionUID = 1;

    static final int EXIT_CODE = 2;

    public UserSyntaxException(String message) {
        super(message, EXIT_CODE);
    }
}
