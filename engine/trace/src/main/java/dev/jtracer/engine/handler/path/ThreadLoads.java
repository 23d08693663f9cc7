// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import java.util.List;

/** The traced time of each thread, the busiest first. Immutable. */
public record ThreadLoads(List<ThreadLoad> threads) {
    public ThreadLoads {
        threads = List.copyOf(threads);
    }

    /**
     * The traced time of one thread.
     *
     * @param track index of its track
     * @param calls calls and runs of callbacks, with unfinished ones
     * @param roots those of them that no other traced call surrounds
     * @param busyNanos sum of the durations of the root calls
     * @param firstNanos begin of the first
     * @param lastNanos end of the last
     */
    public record ThreadLoad(int track, long calls, long roots, long busyNanos, long firstNanos, long lastNanos) {
        /** Returns the sum with another thread, under the track of this one. */
        ThreadLoad plus(ThreadLoad other) {
            return new ThreadLoad(
                    track,
                    calls + other.calls,
                    roots + other.roots,
                    busyNanos + other.busyNanos,
                    Math.min(firstNanos, other.firstNanos),
                    Math.max(lastNanos, other.lastNanos));
        }
    }
}
