// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What threads were found doing from time to time. Immutable.
 *
 * @param profiles the profiles, in the order in which they were met; a thread may have several
 * @param problems how often each problem was met; without those never met
 */
public record Samples(List<Profile> profiles, Map<Problem, Long> problems) {
    /** No sample. */
    public static final Samples EMPTY = new Samples(List.of(), Map.of());

    public Samples {
        profiles = List.copyOf(profiles);
        Map<Problem, Long> ordered = new EnumMap<>(Problem.class);
        ordered.putAll(problems);
        problems = Collections.unmodifiableMap(ordered);
    }

    /** What can be wrong with samples. */
    public enum Problem {
        /** A part of a profile has no data; nothing is known of it. */
        MISSING_DATA,
        /** A part of a profile has not as many times as samples; its samples are left out. */
        LENGTH_MISMATCH,
        /** A sample names a node that its profile does not have; left out. */
        UNKNOWN_NODE,
        /** A sample names a stack frame that the trace does not have; it is shown under its own name. */
        UNKNOWN_FRAME
    }

    /** Who took a profile. The earlier in this list, the better it fits the other events of a trace. */
    public enum Source {
        /** Chrome itself, while it traced. */
        INTERNAL,
        /** DevTools, on request of the user. */
        INSPECTOR,
        /** V8, which does not say on whose request. */
        OTHER,
        /** The writer of the trace, as events of their own. */
        EVENTS
    }

    /** How often a problem was met. */
    public long count(Problem problem) {
        return problems.getOrDefault(problem, 0L);
    }

    /** Returns the profile of a thread that fits the other events best, by {@link Source}; of several the first. */
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
        private final int[] nodes;

        Profile(long pid, long tid, Source source, String id, SampleTree tree, long[] tsNanos, int[] nodes) {
            this.pid = pid;
            this.tid = tid;
            this.source = source;
            this.id = id;
            this.tree = tree;
            this.tsNanos = tsNanos;
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

        /** Returns the id that the trace gives it; empty when it gives none. */
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

        /** When a sample was taken, not before the one before it. */
        public long tsNanos(int sample) {
            return tsNanos[sample];
        }

        /** Returns the node of {@link #tree} that a sample ended at. */
        public int node(int sample) {
            return nodes[sample];
        }
    }
}
