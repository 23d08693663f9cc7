// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

/** Failure to parse the command line. */
final class UserSyntaxException extends CommandException {
    private static final long serialVersionUID = 1;

    static final int EXIT_CODE = 2;

    UserSyntaxException(String message) {
        super(message, EXIT_CODE);
    }
}
