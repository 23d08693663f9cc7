// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SparseLongs;

/** The time range of each track that was reported before the trace's end, from the first begin to the last end. */
final class ReportedTimes {
    private final SparseLongs starts = new SparseLongs(Long.MAX_VALUE);
    private final SparseLongs ends = new SparseLongs(Long.MIN_VALUE);

    /**
     * Adds a reported slice.
     *
     * @param charged whether its time is charged to an outer slice that is reported later
     */
    void add(int track, long start, long end, boolean charged) {
        starts.set(track, Math.min(starts.get(track), charged ? start : Long.MIN_VALUE));
        ends.set(track, Math.max(ends.get(track), end));
    }

    /** Stops charging the reported slices of a track to a later slice. */
    void stopCharging(int track) {
        starts.set(track, Long.MIN_VALUE);
    }

    /** Returns whether a span begins inside the reported range, so that its self time may contain a part of it. */
    boolean cut(Span span) {
        return span.startNanos < ends.get(span.track) && span.startNanos > starts.get(span.track);
    }
}
