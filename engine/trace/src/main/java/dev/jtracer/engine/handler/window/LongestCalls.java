// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.StringTable;
import java.util.List;
import java.util.Optional;

/** The longest calls of a trace, which are enough to draw its long windows. */
public final class LongestCalls {
    /** A call of less than this part of a window is narrower than a pixel of most screens. */
    private static final int PARTS_OF_WINDOW = 2000;

    private final List<RetainedSpan> spans;
    private final boolean isComplete;
    private final long droppedNanos;
    private final boolean isEachPassKnown;
    private final StringTable names;

    /**
     * @param spans calls, the longest first, with the passes of runs
     * @param isComplete whether these are all calls of the trace
     * @param droppedNanos length of the longest of the others; 0 if there is none
     * @param isEachPassKnown whether no pass has been forgotten
     * @param names names of the calls
     */
    LongestCalls(
            List<RetainedSpan> spans,
            boolean isComplete,
            long droppedNanos,
            boolean isEachPassKnown,
            StringTable names) {
        this.spans = spans;
        this.isComplete = isComplete;
        this.droppedNanos = droppedNanos;
        this.isEachPassKnown = isEachPassKnown;
        this.names = names;
    }

    /**
     * Returns the calls in a window if all are known that a timeline of it can show: those of at least a 2000th of
     * its length, or as many as are wanted.
     *
     * @param mostCalls limit of the calls, at least 1
     */
    public Optional<WindowCalls> in(TimeWindow window, int mostCalls) {
        List<RetainedSpan> within = spans.stream()
                .filter(span -> window.overlaps(span.startNanos, span.endNanos))
                .toList();
        boolean isEachVisible = droppedNanos < (window.toNanos() - window.fromNanos()) / PARTS_OF_WINDOW;
        if (!isComplete && !isEachVisible && within.size() < mostCalls) {
            return Optional.empty();
        }
        int retained = Math.min(mostCalls, within.size());
        long shorterNanos = retained < within.size() ? within.get(retained).nanos() : 0;
        return Optional.of(LongestSpans.calls(
                window,
                within.subList(0, retained),
                names,
                isEachPassKnown,
                isComplete ? within.size() - retained : WindowCalls.NOT_COUNTED,
                Math.max(shorterNanos, droppedNanos)));
    }
}
