// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.io.IOException;

/** A trace that cannot be read. The message is one line for the user: the file, what is wrong, and where. */
public final class TraceSyntaxException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String path;
    private final int line;
    private final int column;

    /**
     * @param source name of the file
     * @param problem what is wrong, in lower case
     * @param path where in the document, such as {@code $.traceEvents[17].ts}; empty, or {@code $} without a line, for all of it
     * @param line line from 1, or 0 when not known
     * @param column column from 1, or 0 when not known
     */
    public TraceSyntaxException(String source, String problem, String path, int line, int column) {
        super(source + ": " + problem
                + (path.isEmpty() || path.equals("$") && line == 0 ? "" : " at " + path)
                + (line > 0 ? " (line " + line + ", column " + column + ")" : ""));
        this.problem = problem;
        this.path = path;
        this.line = line;
        this.column = column;
    }

    /** What is wrong, without the file and the place. */
    public String problem() {
        return problem;
    }

    public String path() {
        return path;
    }

    /** Line from 1; 0 when not known. */
    public int line() {
        return line;
    }

    /** Column from 1; 0 when not known. */
    public int column() {
        return column;
    }
}
