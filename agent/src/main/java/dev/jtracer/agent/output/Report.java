// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.event.PlainText;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.Consumer;

/** Everything that the running tracer says: lines on stderr, each beginning with {@code TRACER}. Any thread may use it. */
public final class Report implements Consumer<String> {
    /* The process's own stderr, whatever System.err has become: the application may have put a stream there that is
     * traced, that blocks, or that throws. */
    private final PrintStream err;

    public Report() {
        this(new PrintStream(new FileOutputStream(FileDescriptor.err), false, Charset.defaultCharset()));
    }

    Report(PrintStream err) {
        this.err = err;
    }

    /** Says one line. */
    public void say(String line) {
        StringBuilder text = new StringBuilder("TRACER ");
        PlainText.append(text, line);
        print(text.append('\n'));
    }

    /** Says one line, for those who know nothing of reports. */
    @Override
    public void accept(String line) {
        say(line);
    }

    /** What one timing costs. */
    public void overhead(double nanosPerTiming) {
        StringBuilder text = new StringBuilder("TRACER OVERHEAD ");
        Millis.appendExactly(text, Math.round(nanosPerTiming));
        print(text.append("ms per timing\n"));
    }

    /** What a recording's timings cost in all, and its totals. */
    public void totals(Functions functions, Callbacks callbacks, long timings, double nanosPerTiming) {
        StringBuilder text = new StringBuilder("TRACER TOTAL OVERHEAD ");
        Millis.append(text, Math.round(timings * nanosPerTiming)).append("ms\n");
        TotalsReport.append(text, functions, callbacks);
        print(text);
    }

    /** A line of text of the application's. */
    public void text(long nanosSinceStart, String line) {
        StringBuilder text = new StringBuilder("TRACER TXT ");
        Millis.append(text, nanosSinceStart).append("ms   ");
        PlainText.append(text, line);
        print(text.append('\n'));
    }

    /** That nothing in the JVM ran for a while. */
    public void lag(long nanos) {
        StringBuilder text = new StringBuilder("TRACER EV LAG ");
        print(text.append((nanos + 500_000) / 1_000_000).append("ms\n"));
    }

    void print(StringBuilder lines) {
        synchronized (err) {
            err.append(lines);
            err.flush();
        }
    }
}
