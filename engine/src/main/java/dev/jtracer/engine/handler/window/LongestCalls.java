// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The longest calls of a trace, which are enough to draw its long windows. */
public final class LongestCalls {
    static final LongestCalls NONE = new LongestCalls(new SpanRows(1), true, new StringTable());

    /** A call of less than this part of a window is narrower than a pixel of most screens. */
    private static final int PARTS_OF_WINDOW = 2000;

    private final SpanRows rows;
    private final boolean isEachPassingKnown;
    private final StringTable names;

    /**
     * Creates a collection.
     *
     * @param rows calls, with the passings of runs
     * @param isEachPassingKnown whether no passing has been forgotten
     * @param names names of the calls
     */
    LongestCalls(SpanRows rows, boolean isEachPassingKnown, StringTable names) {
        this.rows = rows;
        this.isEachPassingKnown = isEachPassingKnown;
        this.names = names;
    }

    /**
     * Returns the calls in a window if all are known that a picture of it can show: those of at least a 2000th of its length, or as
     * many as are wanted.
     *
     * @param mostCalls limit of the calls, at least 1
     */
    public Optional<WindowCalls> in(TimeWindow window, int mostCalls) {
        SpanRows within = SpanRows.withPassings(mostCalls);
        int calls = 0;
        for (int i = 0; i < rows.size(); i++) {
            if (window.overlaps(rows.startNanos(i), rows.endNanos(i))) {
                within.add(rows, i);
                calls++;
            }
        }
        boolean isEachVisible = rows.leastNanos() < (window.toNanos() - window.fromNanos()) / PARTS_OF_WINDOW;
        if (!isComplete() && !isEachVisible && calls < mostCalls) {
            return Optional.empty();
        }
        within.keepLongest();
        long leftOut = isComplete() ? within.leftOut() : WindowCalls.NOT_COUNTED;
        long leftOutNanos = Math.max(within.leftOutNanos(), rows.leastNanos());
        return Optional.of(new WindowCalls(
                window,
                WindowRows.calls(within, names),
                arrows(window, within),
                leftOut,
                leftOutNanos,
                runsWithoutPassing(within)));
    }

    private boolean isComplete() {
        return rows.leftOut() == 0;
    }

    private static List<WindowCalls.Arrow> arrows(TimeWindow window, SpanRows calls) {
        List<WindowCalls.Arrow> arrows = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            if (calls.isRun(i) && calls.isPassed(i) && window.contains(calls.passedNanos(i))) {
                arrows.add(
                        WindowRows.arrow(calls, i, calls.passedTrack(i), calls.passedDepth(i), calls.passedNanos(i)));
            }
        }
        arrows.sort(Comparator.comparingLong(WindowCalls.Arrow::toNanos));
        return arrows;
    }

    /** Returns how many runs have no arrow because their passings were forgotten. */
    private long runsWithoutPassing(SpanRows calls) {
        long runs = 0;
        for (int i = 0; i < calls.size() && !isEachPassingKnown; i++) {
            runs += calls.isRun(i) && !calls.isPassed(i) ? 1 : 0;
        }
        return runs;
    }
}
