// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

/**
 * Failure of a command. The user reads only its message: one line with cause, value in quotes and next step. Scripts
 * distinguish the causes by the exit code.
 */
public final class CommandException extends Exception {
    /** Exit code after a failure to read or write a file. */
    public static final int FILE = 4;

    private static final int LIMIT = 1;
    private static final int USAGE = 2;
    private static final int ATTACH = 3;

    private static final long serialVersionUID = 1;

    private final int exitCode;
    /** Whether the exit code is that of a program, and not the cause. */
    private final boolean ofProgram;

    private CommandException(String message, int exitCode, boolean ofProgram) {
        super(message);
        this.exitCode = exitCode;
        this.ofProgram = ofProgram;
    }

    /** Returns the failure because a result is beyond a limit of the user: what a build wants to end with. */
    public static CommandException limit(String message) {
        return new CommandException(message, LIMIT, false);
    }

    /** Returns the failure to parse the command line. */
    public static CommandException usage(String message) {
        return new CommandException(message, USAGE, false);
    }

    /** Returns the failure to reach the other JVM or the tracer in it, or a command that the tracer declined. */
    public static CommandException attach(String message) {
        return new CommandException(message, ATTACH, false);
    }

    /** Returns the failure to read or write a file, or one that does not hold what the command needs. */
    public static CommandException file(String message) {
        return new CommandException(message, FILE, false);
    }

    /** Returns the end of a program that a command has run, with that program's exit code. */
    public static CommandException ofProgram(String message, int exitCode) {
        return new CommandException(message, exitCode, true);
    }

    public int exitCode() {
        return exitCode;
    }

    /** Returns whether the command has found what the user wants to know, and has not gone wrong. */
    public boolean isFinding() {
        return exitCode == LIMIT && !ofProgram;
    }

    /** Returns whether a file could not be read or written, or does not hold what the command needs. */
    public boolean isOfFile() {
        return exitCode == FILE && !ofProgram;
    }
}
