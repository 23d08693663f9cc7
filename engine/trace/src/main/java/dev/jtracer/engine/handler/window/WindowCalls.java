// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import java.util.List;

/**
 * The calls and runs of callbacks in a window of time. Immutable.
 *
 * @param calls those retained, in the order of their tracks, on each track in the order of their begins, outer ones
 *     first
 * @param arrows the arrows from passes to runs among them
 * @param dropped calls in the window that are dropped, because there were too many; {@link #NOT_COUNTED} if their
 *     number is not known
 * @param droppedNanos duration of the longest of them, or more if they are not counted; 0 if none is dropped
 * @param arrowsDropped runs without an arrow, because their passes were forgotten among too many
 */
public record WindowCalls(
        TimeWindow window, List<Call> calls, List<Arrow> arrows, long dropped, long droppedNanos, long arrowsDropped) {
    /** The number of calls that were dropped without being counted. */
    public static final long NOT_COUNTED = -1;

    public WindowCalls {
        calls = List.copyOf(calls);
        arrows = List.copyOf(arrows);
    }

    /**
     * A call or a run of a callback.
     *
     * @param track index of its track
     * @param depth its level on the track, 0 for the outermost
     * @param name its name as in the trace
     * @param startNanos its begin, possibly before the window
     * @param endNanos its end, possibly after the window
     * @param flags its {@link dev.jtracer.engine.event.SpanFlags}
     */
    public record Call(int track, int depth, String name, long startNanos, long endNanos, int flags) {}

    /**
     * An arrow from the call that was passed a callback to a run of the callback.
     *
     * @param fromTrack index of the track of the call
     * @param fromDepth level of the call
     * @param fromNanos when the callback was passed
     * @param toTrack index of the track of the run
     * @param toDepth level of the run
     * @param toNanos begin of the run
     * @param ambiguous whether another pass may have caused the run
     */
    public record Arrow(
            int fromTrack, int fromDepth, long fromNanos, int toTrack, int toDepth, long toNanos, boolean ambiguous) {}
}
