// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

/** Failure caused by well-formed but invalid input: a broken file, or a command that a JVM declined. */
final class UserDataException extends CommandException {
    private static final long serialVersionUID = 1;

    static final int EXIT_CODE = 1;

    UserDataException(String message) {
        super(message, EXIT_CODE);
    }
}
