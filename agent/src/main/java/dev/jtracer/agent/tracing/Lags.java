// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

/** Counters of the JVM's stalls during a recording. Written by the lag meter's thread, read by any. */
final class Lags {
    private volatile long count;
    private volatile long longestNanos;

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    void add(long lateNanos) {
        longestNanos = Math.max(longestNanos, lateNanos);
        count++;
    }

    long count() {
        return count;
    }

    long longestNanos() {
        return longestNanos;
    }
}
