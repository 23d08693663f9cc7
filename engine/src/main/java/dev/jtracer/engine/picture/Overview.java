// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import java.util.List;
import java.util.Map;

/**
 * A rough picture of each thread's activity over the whole time of a trace. Immutable.
 *
 * @param rows the stretches of each row, by level and time
 * @param rowOfTrack the index of the row of each track with calls; virtual threads share row 0
 */
public record Overview(List<List<Stretch>> rows, Map<Integer, Integer> rowOfTrack) {
    /** Levels of calls in an overview, from the outermost. */
    public static final int LEVELS = 4;

    public static final Overview EMPTY = new Overview(List.of(), Map.of());

    private static final int MOST_SHARE = 4;

    public Overview {
        rows = rows.stream().map(List::copyOf).toList();
        rowOfTrack = Map.copyOf(rowOfTrack);
    }

    /**
     * A stretch of time in which calls of one name took most of the time.
     *
     * @param level level of the calls, 0 for the outermost
     * @param name name of the calls
     * @param share how much of the time calls of any name took on this level, in quarters, 1 to 4
     */
    public record Stretch(int level, long fromNanos, long toNanos, String name, int share) {
        boolean continues(Stretch next) {
            return toNanos == next.fromNanos && share == next.share && name.equals(next.name);
        }

        Stretch to(long nanos) {
            return new Stretch(level, fromNanos, nanos, name, share);
        }
    }

    /** Returns the stretches of a track; none if it is not known. */
    public List<Stretch> ofTrack(int track) {
        Integer row = rowOfTrack.get(track);
        return row == null ? List.of() : rows.get(row);
    }

    static int share(double part) {
        return (int) Math.max(1, Math.min(MOST_SHARE, Math.ceil(part * MOST_SHARE - 0.05)));
    }
}
