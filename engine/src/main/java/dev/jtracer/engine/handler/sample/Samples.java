// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sampled stacks of a trace. Immutable.
 *
 * @param profiles the profiles, in the order of their first events; a thread may have several
 * @param problems number of occurrences of each problem that occurred
 */
public record Samples(List<Profile> profiles, Map<Problem, Long> problems) {
    /** The samples of a trace without any. */
    public static final Samples EMPTY = new Samples(List.of(), Map.of());

    public Samples {
        profiles = List.copyOf(profiles);
        Map<Problem, Long> ordered = new EnumMap<>(Problem.class);
        ordered.putAll(problems);
        problems = Collections.unmodifiableMap(ordered);
    }

    /** Problems of samples. */
    public enum Problem {
        /** A part of a profile has no data; ignored. */
        MISSING_DATA,
        /** A part of a profile has different numbers of times and samples; its samples are ignored. */
        LENGTH_MISMATCH,
        /** A sample names a node that its profile does not have; ignored. */
        UNKNOWN_NODE,
        /** A sample names a stack frame that the trace does not have; it is kept under its own name. */
        UNKNOWN_FRAME
    }

    /** Origins of profiles. The earlier in this list, the better a profile fits the other events of a trace. */
    public enum Source {
        /** Chrome itself, during tracing. */
        INTERNAL,
        /** DevTools, on request of the user. */
        INSPECTOR,
        /** V8, on an unknown request. */
        OTHER,
        /** The writer of the trace, as events of their own. */
        EVENTS
    }

    /** Returns the number of occurrences of a problem. */
    public long count(Problem problem) {
        return problems.getOrDefault(problem, 0L);
    }

    /**
     * Returns the profile of a thread that fits the other events best, by {@link Source}; the first of several equal ones.
     */
    public Optional<Profile> ofThread(long pid, long tid) {
        return profiles.stream()
                .filter(profile -> profile.pid() == pid && profile.tid() == tid)
                .min(Comparator.comparing(Profile::source));
    }

    /** The samples of one thread. Immutable. */
    public static final class Profile {
        private final long pid;
        private final long tid;
        private final Source source;
        private final String id;
        private final SampleTree tree;
        private final long[] tsNanos;
        private final long[] durNanos;
        private final int[] nodes;

        /**
         * Creates a profile.
         *
         * @param durNanos the time that each sample represents; empty if the trace has no times
         */
        Profile(
                long pid,
                long tid,
                Source source,
                String id,
                SampleTree tree,
                long[] tsNanos,
                long[] durNanos,
                int[] nodes) {
            this.pid = pid;
            this.tid = tid;
            this.source = source;
            this.id = id;
            this.tree = tree;
            this.tsNanos = tsNanos;
            this.durNanos = durNanos;
            this.nodes = nodes;
        }

        public long pid() {
            return pid;
        }

        public long tid() {
            return tid;
        }

        public Source source() {
            return source;
        }

        /** Returns its id in the trace, or the category of its sample events; empty if it has none. */
        public String id() {
            return id;
        }

        /** Returns the stacks of all samples. */
        public SampleTree tree() {
            return tree;
        }

        /** Returns the number of samples. */
        public int size() {
            return tsNanos.length;
        }

        /** Returns the time of a sample, not before that of the previous sample. */
        public long tsNanos(int sample) {
            return tsNanos[sample];
        }

        /** Returns whether samples represent times of the trace, and not one each. */
        public boolean hasDurations() {
            return durNanos.length > 0;
        }

        /** Returns the time that a sample represents; 0 without {@link #hasDurations}. */
        public long durNanos(int sample) {
            return hasDurations() ? durNanos[sample] : 0;
        }

        /** Returns the node of {@link #tree} at which a sample ended. */
        public int node(int sample) {
            return nodes[sample];
        }
    }
}
