// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

/** Failure to reach the other JVM or the tracer in it, or a command that the tracer declined. */
public final class CannotAttachException extends CommandException {
    private static final long serialVersionUID = 1;

    static final int EXIT_CODE = 3;

    public CannotAttachException(String message) {
        super(message, EXIT_CODE);
    }
}
