// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import java.util.List;

/**
 * The calls in a window of a trace: a row of nested boxes for each thread, and arrows from where callbacks are passed
 * to calls to where they run. Bounded in size; what is dropped is counted. Immutable.
 *
 * @param rows rows: platform threads in the order of the trace, then lanes of virtual threads
 * @param arrows arrows in the order of their ends
 * @param calls calls of methods in the window, those without a box included
 * @param runs runs of callbacks in it
 * @param hiddenThreads platform threads with calls in the window but without a row: they are less busy, or the caller
 *     did not choose them
 * @param virtualThreads virtual threads with calls in the window
 * @param hiddenVirtualThreads those of them in no lane
 * @param hiddenArrows arrows beyond the limit
 * @param ambiguousRuns runs in the window that have no arrow, because several passes may have caused them
 * @param threadNames names of all threads with calls in the window, at most a hundred
 */
public record Timeline(
        TimelineWindow window,
        List<TimelineRow> rows,
        List<TimelineArrow> arrows,
        long calls,
        long runs,
        int hiddenThreads,
        int virtualThreads,
        int hiddenVirtualThreads,
        long hiddenArrows,
        long ambiguousRuns,
        List<String> threadNames) {
    public Timeline {
        rows = List.copyOf(rows);
        arrows = List.copyOf(arrows);
        threadNames = List.copyOf(threadNames);
    }
}
