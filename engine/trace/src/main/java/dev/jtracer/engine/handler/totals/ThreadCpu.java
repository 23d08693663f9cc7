// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.Map;
import java.util.NavigableMap;

/**
 * Readings of the CPU time of threads, and what follows from them for any time in between. A thread's CPU time never
 * decreases and grows at most as fast as the clock, so two readings around a moment bound it:
 *
 * <pre>
 *   reading      10 ms: CPU 3 ms       20 ms: CPU 5 ms
 *   at 14 ms     at least 3 ms,        at most 5 ms
 *   at 19 ms     at least 4 ms (5 - 1)
 *   at 11 ms                           at most 4 ms (3 + 1)
 * </pre>
 */
public final class ThreadCpu {
    /** The readings of each thread by their times, by process and thread. */
    private final Map<Long, Map<Long, NavigableMap<Long, Long>>> readings;

    ThreadCpu(Map<Long, Map<Long, NavigableMap<Long, Long>>> readings) {
        this.readings = readings;
    }

    /**
     * The CPU time of a part of a thread's time, as far as it is known.
     *
     * @param leastNanos it is at least this long
     * @param mostNanos and at most this long; {@code Long.MAX_VALUE} if nothing is known
     */
    public record Range(long leastNanos, long mostNanos) {
        public static final Range UNKNOWN = new Range(0, Long.MAX_VALUE);

        public boolean isKnown() {
            return mostNanos != Long.MAX_VALUE;
        }
    }

    /** A source of the CPU times of threads, which it finds by their tracks. */
    public interface ByTrack {
        /** Returns the CPU time of a track's thread from one time to a later one. */
        Range between(int track, long fromNanos, long toNanos);
    }

    /** Returns the CPU time of a thread from one time to a later one. */
    public Range between(long pid, long tid, long fromNanos, long toNanos) {
        NavigableMap<Long, Long> ofThread = readings.getOrDefault(pid, Map.of()).get(tid);
        if (ofThread == null
                || toNanos < fromNanos
                || ofThread.subMap(fromNanos, true, toNanos, true).isEmpty()) {
            return Range.UNKNOWN;
        }
        long least = atLeast(ofThread, toNanos) - atMost(ofThread, fromNanos);
        long most = atMost(ofThread, toNanos) - atLeast(ofThread, fromNanos);
        most = Math.max(0, Math.min(most, toNanos - fromNanos));
        return new Range(Math.min(Math.max(0, least), most), most);
    }

    private static long atLeast(NavigableMap<Long, Long> readings, long nanos) {
        Map.Entry<Long, Long> before = readings.floorEntry(nanos);
        Map.Entry<Long, Long> after = readings.ceilingEntry(nanos);
        long least = before == null ? 0 : before.getValue();
        return after == null ? least : Math.max(least, after.getValue() - (after.getKey() - nanos));
    }

    private static long atMost(NavigableMap<Long, Long> readings, long nanos) {
        Map.Entry<Long, Long> before = readings.floorEntry(nanos);
        Map.Entry<Long, Long> after = readings.ceilingEntry(nanos);
        long most = before == null ? Long.MAX_VALUE : before.getValue() + (nanos - before.getKey());
        return after == null ? most : Math.min(most, after.getValue());
    }
}
