// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.handler.totals.Wait;
import dev.jtracer.engine.text.PlainText;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The samples of a JFR recording within slow root calls, and within the runs on other threads that they certainly
 * waited for, as collapsed stacks: {@code [NAME tid=NUMBER];outer;inner 12}, a line for each different stack. A
 * sample counts once, however many calls waited for its run.
 */
public final class SlowSamples {
    private final TraceReport report;
    private final Map<String, Long> stacks = new TreeMap<>();
    private final Set<ThreadStates.Event> counted = Collections.newSetFromMap(new IdentityHashMap<>());

    private SlowSamples(TraceReport report) {
        this.report = report;
    }

    /** Returns the stacks of the samples within root calls of a report; empty if it has no JFR recording. */
    public static String of(TraceReport report, List<RootCall> calls) {
        SlowSamples samples = new SlowSamples(report);
        for (RootCall call : calls) {
            samples.add(call.track(), call.startNanos(), call.durationNanos());
            samples.add(call.waits());
        }
        StringBuilder lines = new StringBuilder();
        samples.stacks.forEach(
                (stack, count) -> lines.append(stack).append(' ').append(count).append('\n'));
        return lines.toString();
    }

    private void add(List<Wait> waits) {
        for (Wait wait : waits) {
            if (wait.candidates() == 1) {
                SlowPass run = wait.run();
                add(run.runTrack(), run.runStartNanos(), run.runNanos());
                add(wait.waits());
            }
        }
    }

    private void add(int track, long startNanos, long nanos) {
        long tid = report.tracks().get(track).tid();
        String thread = PlainText.of("[" + report.threadName(track) + " tid=" + tid + "]", ';');
        for (ThreadStates.Event sample : report.samples(tid, startNanos, nanos)) {
            if (counted.add(sample)) {
                StringBuilder stack = new StringBuilder(thread);
                sample.stack().forEach(frame -> stack.append(';').append(PlainText.of(String.valueOf(frame), ';')));
                stacks.merge(stack.toString(), 1L, Long::sum);
            }
        }
    }
}
