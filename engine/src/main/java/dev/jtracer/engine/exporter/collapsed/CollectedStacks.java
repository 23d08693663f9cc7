// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.path.ThreadPaths;
import java.util.Arrays;

/** The self times of a parsed trace by stack. Added up without recursion, because a trace may nest a million levels. */
final class CollectedStacks {
    private final ExportedTrace trace;
    private final FrameNumbers frames;
    private final ThreadPaths paths = new ThreadPaths(Stacks.mostOfHeap(), Integer.MAX_VALUE, 0);
    private long[] starts = new long[16];
    /** By level of the open calls, the time of the calls within. */
    private long[] innerNanos = new long[16];

    private CollectedStacks(ExportedTrace trace) {
        this.trace = trace;
        this.frames = new FrameNumbers(trace.trees().names());
    }

    /** Returns the stacks of a trace. Its limits are applied, and what they leave out is counted in it. */
    static Stacks of(ExportedTrace trace) {
        CollectedStacks collected = new CollectedStacks(trace);
        trace.rows().forEach(collected::add);
        collected.paths.finish();
        return new Stacks(trace.rows(), collected.paths, collected.frames, 0);
    }

    private void add(ThreadRow row) {
        CallCursor calls = trace.calls(row, CallCursor.Times.NESTED);
        int open = 0;
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            if (step == CallCursor.Step.BEGIN) {
                if (open == starts.length) {
                    starts = Arrays.copyOf(starts, open * 2);
                    innerNanos = Arrays.copyOf(innerNanos, open * 2);
                }
                starts[open] = calls.startNanos();
                innerNanos[open] = 0;
                open++;
            } else {
                open--;
                long nanos = calls.endNanos() - starts[open];
                if (open > 0) {
                    innerNanos[open - 1] += nanos;
                }
                int frame = frames.of(trace.trees().nameIndex(calls.call()));
                int flags = trace.trees().flags(calls.call());
                paths.end(row.calls().track(), open, frame, flags, nanos, nanos - innerNanos[open]);
            }
        }
    }
}
