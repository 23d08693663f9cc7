// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

/**
 * The reply to a command.
 *
 * @param exitCode exit code of the tool that shows the reply to its user
 * @param text one or more lines
 */
public record Reply(int exitCode, String text) {
    private static final int DONE = 0;
    private static final int DECLINED = 3;
    private static final int INPUT_OUTPUT = 4;

    /** Returns the reply to a command that was executed, or had nothing to do. */
    public static Reply done(String text) {
        return new Reply(DONE, text);
    }

    /** Returns the reply to a command that the tracer does not execute. */
    public static Reply declined(String text) {
        return new Reply(DECLINED, text);
    }

    /** Returns the reply to a command whose file could not be read or written. */
    public static Reply failedFile(String text) {
        return new Reply(INPUT_OUTPUT, text);
    }

    /** Parses the result of {@link #encoded}. */
    static Reply parse(String encoded) {
        int space = encoded.indexOf(' ');
        return new Reply(Integer.parseInt(encoded.substring(0, space)), encoded.substring(space + 1));
    }

    String encoded() {
        return exitCode + " " + text;
    }

    /** Returns whether the command was executed. */
    public boolean isDone() {
        return exitCode == DONE;
    }

    /** Returns whether a file could not be read or written. */
    public boolean isFailedFile() {
        return exitCode == INPUT_OUTPUT;
    }
}
