// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.io.IOException;

/** A trace that cannot be read. The message is one line for the user: file, problem and position. */
public final class TraceSyntaxException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String problem;
    private final int line;
    private final int column;

    /**
     * @param source name of the file
     * @param problem the problem, in lower case
     * @param path position in the document, for example {@code $.traceEvents[17].ts}; empty, or {@code $} without a
     *     line, for the whole document
     * @param line line from 1, or 0 if not known
     * @param column column from 1, or 0 if not known
     */
    public TraceSyntaxException(String source, String problem, String path, int line, int column) {
        super("'" + source + "': " + problem
                + (path.isEmpty() || path.equals("$") && line == 0 ? "" : " at " + path)
                + (line > 0 ? " (line " + line + ", column " + column + ")" : ""));
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    /** Creates a failure of the whole document. */
    public TraceSyntaxException(String source, String problem) {
        this(source, problem, "", 0, 0);
    }

    /** Returns the problem, without the file and the position. */
    public String problem() {
        return problem;
    }

    /** Returns the line from 1; 0 if not known. */
    public int line() {
        return line;
    }

    /** Returns the column from 1; 0 if not known. */
    public int column() {
        return column;
    }
}
