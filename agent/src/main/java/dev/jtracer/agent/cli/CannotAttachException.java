// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

/** Failure to reach the other JVM. */
final class CannotAttachException extends CommandException {
    private static final long serialVersionUID = 1;

    static final int EXIT_CODE = 3;

    CannotAttachException(String message) {
        super(message, EXIT_CODE);
    }
}
