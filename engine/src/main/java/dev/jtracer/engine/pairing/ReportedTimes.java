// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** What was reported of each track before the end of the trace, from its first begin to its last end. */
final class ReportedTimes {
    private final SparseLongs starts = new SparseLongs(Long.MAX_VALUE);
    private final SparseLongs ends = new SparseLongs(Long.MIN_VALUE);

    /**
     * Adds a reported slice.
     *
     * @param charged whether its time is charged to a slice that comes later and lies around it
     */
    void add(int track, long start, long end, boolean charged) {
        starts.set(track, Math.min(starts.get(track), charged ? start : Long.MIN_VALUE));
        ends.set(track, Math.max(ends.get(track), end));
    }

    /** Gives up charging what was reported of a track to a later slice. */
    void forget(int track) {
        starts.set(track, Long.MIN_VALUE);
    }

    /** Whether a span lies neither around nor after what was reported, so that its self time may contain some of it. */
    boolean cut(Span span) {
        return span.startNanos < ends.get(span.track) && span.startNanos > starts.get(span.track);
    }
}
