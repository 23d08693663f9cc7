// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.PlainText;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Printer of every call and every run of a callback at its entry and exit: time, heap in use and name, indented by the
 * depth on its thread.
 */
public final class CallPrinter implements EventHandler<Long> {
    private static final int MOST_LEVELS = 57;

    private final Report report;
    private final StringBuilder line = new StringBuilder();
    private int[] depths = new int[16];
    /** The levels of each thread at which a callback runs; null for a thread that has run none. */
    private @Nullable BitSet[] runs = new BitSet[16];

    private boolean inPassing;
    private long printed;

    public CallPrinter(Report report) {
        this.report = report;
    }

    @Override
    public void reset() {
        Arrays.fill(depths, 0);
        Arrays.fill(runs, null);
        inPassing = false;
        printed = 0;
    }

    @Override
    public void initialize(HandlerContext context) {}

    @Override
    public void handleEvent(TraceEvent event) {
        int track = event.track();
        if (track >= depths.length) {
            depths = Arrays.copyOf(depths, track * 2);
            runs = Arrays.copyOf(runs, track * 2);
        }
        if (event.phase() == Phase.ASYNC_BEGIN) {
            begin(event, track);
        } else if (event.phase() == Phase.ASYNC_END) {
            end(event, track);
        }
    }

    private void begin(TraceEvent event, int track) {
        inPassing = (event.flags() & SpanFlags.PASSING) != 0;
        if (inPassing) {
            return;
        }
        boolean run = (event.flags() & SpanFlags.CALLBACK) != 0;
        if (run) {
            runs(track).set(depths[track]);
        }
        print(run ? "CBI " : "FNI ", event, depths[track]++);
    }

    private void end(TraceEvent event, int track) {
        if (inPassing) {
            inPassing = false; // a passing has no length: its end directly follows its begin
            return;
        }
        // A call that began before the recording has no level to return to.
        depths[track] = Math.max(0, depths[track] - 1);
        BitSet runsOfThread = runs[track];
        boolean run = runsOfThread != null && runsOfThread.get(depths[track]);
        if (run) {
            runs(track).clear(depths[track]);
        }
        print(run ? "CBR " : "FNR ", event, depths[track]);
    }

    private BitSet runs(int track) {
        BitSet runsOfThread = runs[track];
        if (runsOfThread == null) {
            runsOfThread = new BitSet();
            runs[track] = runsOfThread;
        }
        return runsOfThread;
    }

    @Override
    public void finish() {}

    /** Returns how many lines were printed. */
    @Override
    public Long data() {
        return printed;
    }

    private void print(String what, TraceEvent event, int depth) {
        line.setLength(0);
        line.append("TRACER ").append(what);
        Millis.append(line, event.tsNanos()).append("ms ").append(heapUsed()).append(' ');
        for (int level = Math.min(depth, MOST_LEVELS); level > 0; level--) {
            line.append("  ");
        }
        line.append(' ');
        PlainText.append(line, event.name());
        report.print(line.append('\n'));
        printed++;
    }

    private static long heapUsed() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
