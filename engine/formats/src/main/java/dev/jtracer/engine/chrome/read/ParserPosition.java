// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.OutputStream;

/** The position of the parser in the whole input. The parser reads only the parts that the scanner leaves to it. */
final class ParserPosition {
    private final JsonParser parser;
    private final ByteWindow window;
    /** Number of line ends that the parser has not read. */
    private int scannedLines;
    /** The parser's own line number when it continued after the scanner. */
    private int parserLine = 1;
    /** Offset of that line in the input. */
    private long lineStart;

    private final long notParsed;

    /**
     * @param line line in which it begins, from 1
     * @param lineStart offset in the input at which that line begins
     * @param notParsed bytes that others read from the window first, less those that the parser gets from elsewhere
     */
    ParserPosition(JsonParser parser, ByteWindow window, int line, long lineStart, long notParsed) {
        this.parser = parser;
        this.window = window;
        this.scannedLines = line - 1;
        this.lineStart = lineStart;
        this.notParsed = notParsed;
    }

    /** Moves the window behind the bytes that the parser has read. Returns false if the parser gives no position. */
    boolean handBack() throws IOException {
        JsonLocation place = parser.currentLocation();
        if (place.getLineNr() != parserLine) {
            lineStart = offset(place) - (place.getColumnNr() - 1);
            parserLine = place.getLineNr();
        }
        int unused = parser.releaseBuffered(OutputStream.nullOutputStream());
        window.unread(Math.max(unused, 0));
        return unused >= 0;
    }

    /** Counts lines that the scanner has skipped and the parser will not read. */
    void skipLines(int lines, long lastLineStart) {
        if (lines > 0) {
            scannedLines += lines;
            lineStart = lastLineStart;
        }
    }

    /** Returns the line from 1. */
    int line() {
        return parser.currentLocation().getLineNr() + scannedLines;
    }

    /** Returns the column in bytes from 1. */
    int column() {
        JsonLocation place = parser.currentLocation();
        return place.getLineNr() == parserLine ? (int) (offset(place) - lineStart) + 1 : place.getColumnNr();
    }

    /** Offset in the input of what the parser reads next. */
    long offset() {
        return offset(parser.currentLocation());
    }

    /** Offset in the input of the parser's current token. */
    long tokenOffset() {
        return offset(parser.currentTokenLocation());
    }

    private long offset(JsonLocation place) {
        long unread = window.streamed() - notParsed - place.getByteOffset();
        return window.offset(window.position()) - unread;
    }
}
