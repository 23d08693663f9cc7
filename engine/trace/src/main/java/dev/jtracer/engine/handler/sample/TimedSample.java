// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import java.util.Comparator;
import java.util.List;

/** A sample during collection: its time, and the node at which it ended. */
record TimedSample(long tsNanos, int node) {
    /** Sorts samples by time. Returns their nodes. */
    static int[] sortedNodes(List<TimedSample> samples) {
        samples.sort(Comparator.comparingLong(TimedSample::tsNanos));
        return samples.stream().mapToInt(TimedSample::node).toArray();
    }
}
