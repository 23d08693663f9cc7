// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import java.util.Arrays;
import java.util.List;

/**
 * The sampled stacks of a trace, one by one. Immutable.
 *
 * @param profiles the profiles, in the order of their first events; a thread may have several
 */
public record Samples(List<Profile> profiles) {
    public Samples {
        profiles = List.copyOf(profiles);
    }

    /** Problems of samples. */
    public enum Problem {
        /** A part of a profile has no data; ignored. */
        MISSING_DATA("parts of sampled profiles without data"),
        /** A part of a profile has different numbers of times and samples; its samples are ignored. */
        LENGTH_MISMATCH("parts of sampled profiles with different numbers of times and samples"),
        /** A sample names a node that its profile does not have; ignored. */
        UNKNOWN_NODE("samples dropped, because their profile does not have their node"),
        /** A sample names a stack frame that the trace does not have; it counts under its own name. */
        UNKNOWN_FRAME("samples without a stack, because the trace does not have their frame");

        private final String text;

        Problem(String text) {
            this.text = text;
        }

        /** Returns a description for people. */
        public String text() {
            return text;
        }
    }

    /** The samples of one thread, in the order of time. Immutable. */
    public static final class Profile {
        private final long pid;
        private final long tid;
        private final String kind;
        private final SampleTree tree;
        private final long[] durNanos;
        private final int[] nodes;

        /** @param durNanos the time that each sample represents; empty if the trace has no times */
        Profile(long pid, long tid, String kind, SampleTree tree, long[] durNanos, int[] nodes) {
            this.pid = pid;
            this.tid = tid;
            this.kind = kind;
            this.tree = tree;
            this.durNanos = durNanos;
            this.nodes = nodes;
        }

        public long pid() {
            return pid;
        }

        public long tid() {
            return tid;
        }

        /** Returns the category of its sample events; empty for a profile of V8. */
        public String kind() {
            return kind;
        }

        /** Returns the stacks of all samples. */
        public SampleTree tree() {
            return tree;
        }

        public int size() {
            return nodes.length;
        }

        /** Returns whether samples represent times of the trace, and not one each. */
        public boolean hasDurations() {
            return durNanos.length > 0;
        }

        /** Returns the time that a sample represents; 0 without {@link #hasDurations}. */
        public long durNanos(int sample) {
            return hasDurations() ? durNanos[sample] : 0;
        }

        /** Returns the time that all samples represent; 0 without {@link #hasDurations}. */
        public long durNanos() {
            return Arrays.stream(durNanos).sum();
        }

        /** Returns the node of {@link #tree} at which a sample ended. */
        public int node(int sample) {
            return nodes[sample];
        }
    }
}
