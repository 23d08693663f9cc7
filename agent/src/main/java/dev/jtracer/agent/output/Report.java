// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.text.PlainText;
import dev.jtracer.engine.text.StreamCharset;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.function.Consumer;

/** The output of the running tracer: lines on stderr, each beginning with {@code TRACER}. Usable by any thread. */
public final class Report implements Consumer<String> {
    /** Begin of each line. */
    static final String NAME = "TRACER ";

    /* The process's original stderr instead of System.err: the application may have replaced that by a stream that is
     * traced, blocks, or throws. */
    private static final Report STDERR = new Report(
            new PrintStream(new FileOutputStream(FileDescriptor.err), false, StreamCharset.of("stderr.encoding")));

    private static final long FLUSH_NANOS = 1_000_000_000;

    private final PendingLines lines;

    Report(PrintStream out) {
        this.lines = new PendingLines(out);
    }

    /** Returns the output of this process. */
    public static Report ofStderr() {
        return STDERR;
    }

    /** Lets lines be written by a thread of their own, because nobody may read them. */
    public void writeBy(TracerThreads threads) {
        lines.writeBy(threads);
    }

    /** Waits a second at most until all lines are written, and not for a reader that does not read. */
    public void flush() {
        lines.flush(System.nanoTime() + FLUSH_NANOS);
    }

    /** Returns how many lines were dropped, because nobody has read them. */
    public long dropped() {
        return lines.dropped();
    }

    /** Prints one line. */
    public void say(String line) {
        StringBuilder text = new StringBuilder(NAME);
        PlainText.append(text, line);
        lines.add(text.append('\n'));
    }

    /** Prints one line, for callers that need only a consumer of lines. */
    @Override
    public void accept(String line) {
        say(line);
    }

    /** Prints the cost of one timing. */
    public void overhead(double nanosPerTiming) {
        StringBuilder text = new StringBuilder("TRACER OVERHEAD ");
        Millis.appendExactly(text, Math.round(nanosPerTiming));
        lines.add(text.append("ms per timing\n"));
    }

    /**
     * Prints the cost of a recording, and its totals as lines, the slowest function on average first: shortest,
     * average and longest call in milliseconds, number of calls and name, then the calls that these numbers do not
     * include. A call that received callbacks lasts until the end of the last of their runs. The runs themselves
     * follow by callback, sorted by the longest time until a run was done.
     *
     * @param timingsNanos cost of all timings
     * @param otherCost what tracing has cost besides
     */
    public void totals(Functions functions, Callbacks callbacks, long timingsNanos, String otherCost) {
        StringBuilder text = totalOverhead(timingsNanos, otherCost);
        for (Functions.Row row : functions.rows()) {
            appendTotal(text, row.finished(), row.name());
            appendOthers(text, row.threw(), row.unfinished() + row.pending(), 0, 0);
        }
        for (Callbacks.Row row : callbacks.byName()) {
            appendTotal(text, row.run(), row.name());
            appendOthers(text, row.threw(), row.unfinished() + row.notRunYet(), row.unclear(), row.notNeeded());
        }
        lines.add(text);
    }

    private static void appendTotal(StringBuilder text, Durations durations, String name) {
        text.append("TRACER TOTAL ");
        Millis.append(text, durations.minNanos()).append("ms ");
        Millis.append(text, Math.round(durations.averageNanos())).append("ms ");
        Millis.append(text, durations.maxNanos()).append("ms ");
        text.append(durations.count()).append(' ');
        PlainText.append(text, name);
    }

    private static void appendOthers(StringBuilder text, long threw, long pending, long unknown, long notNeeded) {
        if (threw > 0) {
            text.append(" threw=").append(threw);
        }
        if (pending > 0) {
            text.append(" pending=").append(pending);
        }
        if (unknown > 0) {
            text.append(" unknown=").append(unknown);
        }
        if (notNeeded > 0) {
            text.append(" notNeeded=").append(notNeeded);
        }
        text.append('\n');
    }

    /** Prints the cost of a recording, as {@link #totals} does, and its totals as tables. */
    public void tables(String tables, long timingsNanos, String otherCost) {
        StringBuilder text = totalOverhead(timingsNanos, otherCost);
        // Every line of stderr that is not the application's begins with the tracer's name.
        for (Iterator<String> all = tables.lines().iterator(); all.hasNext(); ) {
            String line = all.next();
            if (!line.isEmpty()) {
                text.append(NAME).append(line).append('\n');
            }
        }
        lines.add(text);
    }

    private static StringBuilder totalOverhead(long timingsNanos, String otherCost) {
        StringBuilder text = new StringBuilder("TRACER TOTAL OVERHEAD ");
        return Millis.append(text, timingsNanos)
                .append("ms of timings; ")
                .append(otherCost)
                .append('\n');
    }

    /** Prints a line of text from the application. */
    public void text(long nanosSinceStart, String line) {
        StringBuilder text = new StringBuilder("TRACER TXT ");
        Millis.append(text, nanosSinceStart).append("ms   ");
        PlainText.append(text, line);
        lines.add(text.append('\n'));
    }

    /**
     * Prints a stall of the whole JVM, or a lack of cores.
     *
     * @param unprinted the number of stalls before it that were not printed, and {@code longestNanos} the longest of
     *     them
     */
    void stall(long nanos, boolean forLackOfCores, int unprinted, long longestNanos) {
        StringBuilder text = new StringBuilder("TRACER EV LAG ");
        appendWholeMillis(text, nanos).append(forLackOfCores ? ", too few cores" : "");
        if (unprinted > 0) {
            text.append(" (since the last line: ").append(unprinted).append(", longest ");
            appendWholeMillis(text, longestNanos).append(')');
        }
        lines.add(text.append('\n'));
    }

    private static StringBuilder appendWholeMillis(StringBuilder text, long nanos) {
        return text.append((nanos + 500_000) / 1_000_000).append("ms");
    }

    /** Prints lines as fast as they are read. For threads of the tracer alone. */
    void printPatiently(StringBuilder text) {
        lines.addPatiently(text);
    }
}
