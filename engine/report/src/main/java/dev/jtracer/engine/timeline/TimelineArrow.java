// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import java.util.List;
import java.util.stream.IntStream;

/**
 * An arrow from where a callback was passed to a call to where it runs, or another flow of the trace; or several such
 * that lie upon each other.
 *
 * @param name name of the callback
 * @param count number of arrows drawn as one
 */
public record TimelineArrow(String name, End from, End to, long count) {
    /** Returns a number of arrows at most, from the whole list. */
    public static List<TimelineArrow> evenly(List<TimelineArrow> all, int most) {
        if (all.size() <= most) {
            return all;
        }
        return IntStream.range(0, most)
                .mapToObj(i -> all.get((int) ((long) i * all.size() / most)))
                .toList();
    }

    /**
     * One end of an arrow.
     *
     * @param row index of its row; {@link #NO_ROW} if the thread has none or is not known
     * @param level level in the row
     * @param nanos its time, as in the trace, which may be outside of the window; {@link #EARLIER} if it is only
     *     known to be before the window
     */
    public record End(int row, int level, long nanos) {
        /** The row of an end on a thread without a row. */
        public static final int NO_ROW = -1;
        /** The time of an end that is before the window. */
        public static final long EARLIER = Long.MIN_VALUE;
    }
}
