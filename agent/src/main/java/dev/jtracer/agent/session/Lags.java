// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

/** Counters of the JVM's stalls during a recording. Written by the lag meter's thread, read by any. */
public final class Lags {
    private volatile long count;
    private volatile long longestNanos;

    /** Counts a stall of some nanoseconds. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    public void add(long lateNanos) {
        longestNanos = Math.max(longestNanos, lateNanos);
        count++;
    }

    /** Returns the number of stalls so far. */
    public long count() {
        return count;
    }

    /** Returns the longest stall in nanoseconds, 0 without one. */
    public long longestNanos() {
        return longestNanos;
    }
}
