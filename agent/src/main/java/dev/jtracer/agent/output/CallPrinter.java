// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import java.util.Arrays;

/** Prints every call as it is entered and left: time, heap in use, name, indented by its depth on its thread. */
public final class CallPrinter implements EventHandler<Long> {
    private static final int MOST_LEVELS = 57;

    private final Report report;
    private final StringBuilder line = new StringBuilder();
    private int[] depths = new int[16];
    private long printed;

    public CallPrinter(Report report) {
        this.report = report;
    }

    @Override
    public void reset() {
        Arrays.fill(depths, 0);
        printed = 0;
    }

    @Override
    public void initialize(HandlerContext context) {}

    @Override
    public void handleEvent(TraceEvent event) {
        int track = event.track();
        if (track >= depths.length) {
            depths = Arrays.copyOf(depths, track * 2);
        }
        if (event.phase() == Phase.ASYNC_BEGIN) {
            print("FNI ", event, depths[track]++);
        } else if (event.phase() == Phase.ASYNC_END) {
            // A call that began before the recording has no level to go back to.
            depths[track] = Math.max(0, depths[track] - 1);
            print("FNR ", event, depths[track]);
        }
    }

    @Override
    public void finish() {}

    /** How many lines were printed. */
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
