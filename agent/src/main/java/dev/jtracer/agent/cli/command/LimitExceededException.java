// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

/** Failure because a result is beyond a limit that the user has set: what a build wants to end with. */
public final class LimitExceededException extends CommandException {
    private static final long serialVersionUID = 1;

    static final int EXIT_CODE = 1;

    public LimitExceededException(String message) {
        super(message, EXIT_CODE);
    }
}
