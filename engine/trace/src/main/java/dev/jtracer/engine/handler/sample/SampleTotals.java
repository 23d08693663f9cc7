// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.handler.sample.Samples.Problem;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sampled stacks of a trace, added up. Immutable.
 *
 * @param threads the stacks of each thread, those of each kind of sample apart, in the order of their first samples
 * @param kinds the kinds of samples, in the order of their first samples
 * @param other samples that are added up under {@code (other)}, because there are more different stacks than fit into
 *     the heap
 * @param problems number of occurrences of each problem that occurred
 */
public record SampleTotals(List<ThreadStacks> threads, List<Kind> kinds, long other, Map<Problem, Long> problems) {
    /** The kind of the samples in V8's profiles. */
    static final String V8 = "V8 profile";

    private static final String JFR = "jfr.";

    /** The totals of a trace without samples. */
    public static final SampleTotals EMPTY = new SampleTotals(List.of(), List.of(), 0, Map.of());

    public SampleTotals {
        threads = List.copyOf(threads);
        kinds = List.copyOf(kinds);
        problems = Collections.unmodifiableMap(new TreeMap<>(problems));
    }

    /**
     * The samples of one thread and kind.
     *
     * @param kind name of the kind
     */
    public record ThreadStacks(long pid, long tid, String kind, SampleTree tree) {}

    /**
     * The samples that were taken for one reason.
     *
     * @param name category of the events, for instance {@code jfr.ExecutionSample}
     * @param withoutStack samples without a stack, which count under their own name
     * @param cutStacks samples whose outermost frames are missing, because the sampler keeps a limited number
     * @param periods the time between two samples as the recorder states it; several if it was changed, none if
     *     unknown
     */
    public record Kind(String name, long samples, long withoutStack, long cutStacks, List<String> periods) {
        public Kind {
            periods = List.copyOf(periods);
        }
    }

    public long count() {
        return kinds.stream().mapToLong(Kind::samples).sum();
    }

    /** Returns whether a trace is the record of a sampler, so that its spans are waits and pauses, and not calls. */
    public boolean isOfSampler() {
        return kinds.stream().anyMatch(kind -> kind.name().startsWith(JFR));
    }

    /** Returns the samples of a kind by method, the most self samples first. */
    public List<MethodSamples> methods(Kind kind) {
        return MethodSamples.of(threads.stream()
                .filter(thread -> thread.kind().equals(kind.name()))
                .toList());
    }
}
