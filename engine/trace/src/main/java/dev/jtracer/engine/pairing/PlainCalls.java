// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import org.jspecify.annotations.Nullable;

/**
 * Pairing of the calls that begin and end within a stretch of one track's records, for consumers that only add them
 * up. Its stack is above that of the track, which receives the calls that are open at the end of the stretch.
 *
 * <pre>
 *   records        begin f   begin g   end g   pass to f   end f
 *   open here      f         f g       f
 *   on the track                               f           -
 * </pre>
 *
 * <p>The call of g is added here. The pass is not plain and ends the stretch, so {@link SpanPairing} pairs f. A plain
 * record costs two thirds of one in columns: the same loop writes it to the file, or reads it.
 *
 * <p>Not safe for use by several threads.
 */
public final class PlainCalls {
    /** Most calls of a stretch that may be open at once. */
    public static final int MOST_DEPTH = 1024;

    /* A level is a row of four longs. The first row, of name 0, stands for what is open on the track. */
    private static final int ROW = 4;
    private static final int NAME = 0;
    private static final int START = 1;
    private static final int CHILDREN = 2;
    /** The names of the calls around, a bit for each by the last six bits of its index. */
    private static final int AROUND = 3;

    /** Depth of a track from which on its names are not read at the begin of each stretch. */
    private static final int DEEP = 64;

    private final OpenTracks tracks;
    private final CallSums sums;
    private final long[] rows = new long[(MOST_DEPTH + 1) * ROW];
    private int track;
    private @Nullable TrackSpans around;
    private long baseNanos;

    PlainCalls(OpenTracks tracks, CallSums sums) {
        this.tracks = tracks;
        this.sums = sums;
    }

    /** The sums that calls are added to. */
    public interface CallSums {
        /**
         * Adds a call that received no callback.
         *
         * @param flags {@link SpanFlags#THREW} and {@link SpanFlags#NESTED}
         * @param nanos duration, at least 0
         * @param selfNanos duration outside of inner calls, at least 0
         */
        void add(int nameIndex, int flags, long nanos, long selfNanos);
    }

    /**
     * Begins a stretch of a track's records, whose times do not decrease.
     *
     * @param baseNanos time from which those of the records count
     * @param firstNanos time of the first record, since then
     * @return whether records may follow; otherwise they are to be paired one by one
     */
    public boolean start(int track, long baseNanos, long firstNanos) {
        this.track = track;
        this.baseNanos = baseNanos;
        TrackSpans open = tracks.get(track);
        around = open;
        rows[AROUND] = open == null ? 0 : open.depth() > DEEP ? -1 : names(open);
        return baseNanos + firstNanos >= tracks.latestNanos(track)
                && (open == null || open.suspended == 0 && open.dropped == 0);
    }

    private static long names(OpenSpans open) {
        long names = 0;
        for (int level = 0, depth = open.depth(); level < depth; level++) {
            names |= 1L << open.nameIndex(level);
        }
        return names;
    }

    /**
     * Begins a call.
     *
     * @param level 1 for an outermost call of the stretch, at most {@link #MOST_DEPTH}
     * @param nanos its time, since that of the stretch
     */
    public void begin(int level, int nameIndex, long nanos) {
        int row = level * ROW;
        long[] rows = this.rows;
        rows[row + NAME] = nameIndex;
        rows[row + START] = nanos;
        rows[row + CHILDREN] = 0;
        rows[row + AROUND] = rows[row - ROW + AROUND] | 1L << rows[row - ROW + NAME];
    }

    /**
     * Ends the innermost call.
     *
     * @param level level at which it began
     * @param nameIndex name with which it began
     * @param threw 1 if it ended by an exception, else 0
     * @param nanos its time, since that of the stretch
     */
    public void end(int level, int nameIndex, int threw, long nanos) {
        long[] rows = this.rows;
        int row = level * ROW;
        long duration = nanos - rows[row + START];
        long self = duration - rows[row + CHILDREN];
        boolean isNested = (rows[row + AROUND] >>> nameIndex & 1) != 0 && isOpenAround(row, nameIndex);
        rows[row - ROW + CHILDREN] += duration;
        sums.add(nameIndex, isNested ? threw | SpanFlags.NESTED : threw, duration, self);
    }

    private boolean isOpenAround(int row, int nameIndex) {
        for (int at = row - ROW; at > 0; at -= ROW) {
            if (rows[at + NAME] == nameIndex) {
                return true;
            }
        }
        return around != null && around.nearest(nameIndex) >= 0;
    }

    /**
     * Ends the stretch: the calls that are open now are open on the track.
     *
     * @param depth number of the calls that are open now
     * @param lastNanos time of the last record, since that of the stretch
     */
    public void finish(int depth, long lastNanos) {
        if (around != null) {
            around.charge(rows[CHILDREN]);
        }
        rows[CHILDREN] = 0;
        TrackSpans open = tracks.toOpen(track);
        open.lastNanos = Math.max(open.lastNanos, baseNanos + lastNanos);
        for (int row = ROW; row <= depth * ROW; row += ROW) {
            if (tracks.push(open, (int) rows[row + NAME], baseNanos + rows[row + START])) {
                open.charge(rows[row + CHILDREN]);
            }
        }
        tracks.releaseIfEmpty(track, open);
    }
}
