// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import java.io.IOException;

/** The search for the first event behind damage in a list of events. */
final class ResumedEvents {
    private final ByteWindow window;
    private final EventScanner scanner;
    private final EventAssembler assembler;
    private int line;
    private long lineStart;

    /**
     * Moves the window to the start of the search.
     *
     * @param start offset in the input at which the search begins, as far as it is still in the window
     * @param line line of the damage
     * @param damage offset in the input of the damage
     */
    ResumedEvents(
            ByteWindow window, EventScanner scanner, EventAssembler assembler, long start, int line, long damage) {
        this.window = window;
        this.scanner = scanner;
        this.assembler = assembler;
        int from = Math.min(window.positionOf(start), window.limit());
        this.line = line;
        int to = Math.min(window.positionOf(damage), window.limit());
        for (int at = from; at < to; at++) {
            this.line -= window.bytes()[at] == '\n' ? 1 : 0;
        }
        this.lineStart = window.offset(from);
        window.resumeAt(from);
    }

    /**
     * Passes over everything up to the first event, which the assembler then holds. Returns false if there is none.
     * With {@code anyList} the event may be the first of its list.
     */
    boolean find(boolean anyList) throws IOException {
        do {
            while (window.position() < window.limit()) {
                int at = window.position();
                byte here = window.bytes()[at];
                if ((here == ',' || here == '[' && anyList) && isEvent(here)) {
                    return true;
                }
                // An attempt may have moved the bytes, not the position in the input.
                window.moveTo(window.position() + 1);
                if (here == '\n') {
                    line++;
                    lineStart = window.offset(window.position());
                }
            }
        } while (window.loadMore());
        return false;
    }

    private boolean isEvent(byte here) throws IOException {
        long start = window.offset(window.position());
        // The scanner reads entries with the comma before them.
        window.bytes()[window.position()] = ',';
        if (scanner.scan() && assembler.hasPhase()) {
            line += scanner.lines();
            lineStart = scanner.lines() > 0 ? scanner.lastLineStart() : lineStart;
            return true;
        }
        window.moveTo(window.positionOf(start));
        window.bytes()[window.position()] = here;
        return false;
    }

    /** Line in which the event ends, from 1. */
    int line() {
        return line;
    }

    /** Offset in the input at which that line begins. */
    long lineStart() {
        return lineStart;
    }
}
