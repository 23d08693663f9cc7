// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.handler.totals.Wait;
import dev.jtracer.engine.text.PlainText;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The samples of a JFR recording within slow root calls, and within the runs on other threads that they certainly
 * waited for, as collapsed stacks: {@code [NAME tid=NUMBER];outer;inner 12}, a line for each different stack. A
 * sample counts once, however many calls waited for its run.
 */
public final class SlowSamples {
    private final TraceReport report;
    /** The frame of the thread of each sample. */
    private final IdentityHashMap<ThreadStates.Event, String> threads = new IdentityHashMap<>();

    private SlowSamples(TraceReport report) {
        this.report = report;
    }

    /**
     * Returns the stacks of the samples within root calls of a report; empty if there are none. If they are of
     * several kinds, the frame below the thread names the kind, so that different periods are not mixed.
     */
    public static String of(TraceReport report, List<RootCall> calls) {
        SlowSamples samples = new SlowSamples(report);
        for (RootCall call : calls) {
            samples.add(call.track(), call.startNanos(), call.durationNanos());
            samples.add(call.waits());
        }
        return samples.lines();
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
        String name =
                report.threadName(track) + " tid=" + report.tracks().get(track).tid();
        String thread = PlainText.of("[" + name + "]", ';');
        report.samples(track, startNanos, nanos).forEach(sample -> threads.put(sample, thread));
    }

    private String lines() {
        boolean severalKinds = threads.keySet().stream()
                        .map(ThreadStates.Event::kind)
                        .distinct()
                        .count()
                > 1;
        Map<String, Long> stacks = new TreeMap<>();
        threads.forEach((sample, thread) -> {
            StringBuilder stack = new StringBuilder(thread);
            if (severalKinds) {
                stack.append(";(").append(sample.kind()).append(')');
            }
            sample.stack().forEach(frame -> stack.append(';').append(PlainText.of(String.valueOf(frame), ';')));
            stacks.merge(stack.toString(), 1L, Long::sum);
        });
        StringBuilder lines = new StringBuilder();
        stacks.forEach(
                (stack, count) -> lines.append(stack).append(' ').append(count).append('\n'));
        return lines.toString();
    }
}
