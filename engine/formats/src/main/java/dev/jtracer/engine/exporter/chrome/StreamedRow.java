// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.OpenSpans;
import java.io.IOException;

/**
 * A track whose begins and ends are written in the order of the input. Pairs them by the rules of
 * {@link dev.jtracer.engine.pairing.SpanPairing}, and joins a call that was cut at the border of two segments.
 */
final class StreamedRow {
    private final ChromeRows rows;
    private final int row;
    private final long pid;
    private final OpenSpans open = new OpenSpans();
    /** Number of innermost calls that have ended in their segment and may continue in the next. */
    private int suspended;

    private long lastNanos = Long.MIN_VALUE;

    StreamedRow(ChromeRows rows, int row, long pid) {
        this.rows = rows;
        this.row = row;
        this.pid = pid;
    }

    long pid() {
        return pid;
    }

    void instant(TraceEvent event) throws IOException {
        advance(event);
        rows.instant(row, event);
    }

    /** Advances the latest time of the track, at which its open calls end. */
    private void advance(TraceEvent event) {
        lastNanos = Math.max(lastNanos, event.tsNanos());
    }

    void begin(TraceEvent event) throws IOException {
        advance(event);
        boolean continued = (event.flags() & SpanFlags.CONTINUED) != 0;
        if (suspended > 0) {
            if (continued && open.nameIndex(open.depth() - suspended) == event.nameIndex()) {
                suspended--;
                return;
            }
            endSuspended();
        }
        int flags = event.flags();
        boolean bound = (flags & (SpanFlags.FLOW | SpanFlags.CALLBACK)) != 0;
        long pass = bound ? event.bindId() : 0;
        rows.enter(row, event.nameIndex(), lastNanos, flags, pass, event.forward());
        boolean hasEnd = !ChromeRows.isPass(flags, pass);
        open.push(event.nameIndex(), lastNanos, hasEnd ? flags & ~SpanFlags.PASS : flags);
    }

    void end(TraceEvent event) throws IOException {
        if ((event.flags() & SpanFlags.CONTINUED) != 0) {
            suspend(event);
            return;
        }
        endSuspended();
        advance(event);
        int level = open.nearest(event.nameIndex());
        if (level < 0) {
            return;
        }
        while (open.depth() - 1 > level) {
            endInnermost(SpanFlags.UNFINISHED);
        }
        endInnermost(event.flags());
    }

    private void suspend(TraceEvent event) {
        advance(event);
        int level = open.depth() - 1 - suspended;
        if (level >= 0 && open.nameIndex(level) == event.nameIndex()) {
            suspended++;
        }
    }

    private void endSuspended() throws IOException {
        for (; suspended > 0; suspended--) {
            endInnermost(SpanFlags.UNFINISHED | SpanFlags.CONTINUED);
        }
    }

    long lastNanos() {
        return lastNanos;
    }

    /** Ends the open calls, when the recording ends. */
    void finish(long recordingEndNanos) throws IOException {
        endSuspended();
        lastNanos = Math.max(lastNanos, recordingEndNanos);
        while (open.depth() > 0) {
            endInnermost(SpanFlags.UNFINISHED);
        }
    }

    private void endInnermost(int flags) throws IOException {
        int level = open.depth() - 1;
        if ((open.flags(level) & SpanFlags.PASS) == 0) {
            rows.exit(row, open.nameIndex(level), lastNanos, flags);
        }
        open.close(lastNanos);
    }
}
