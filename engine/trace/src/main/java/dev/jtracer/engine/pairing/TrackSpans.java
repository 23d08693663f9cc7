// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The open spans of one track, with all data of their begins that a {@link Span} has. */
final class TrackSpans extends OpenSpans {
    private static final int BIND_ID = FIRST_FREE_COLUMN;
    /* The columns of origins. The category is in the lower half of one. */
    private static final int CATEGORY = LINK;
    private static final int BEGIN_INDEX = FIRST_FREE_COLUMN + 1;
    private static final @Nullable TraceEvent[] NO_EVENTS = {};
    /** A flag of a span that began with an event, which tells more than a record. No {@link SpanFlags} is so high. */
    private static final int BY_EVENT = 1 << 30;

    private @Nullable TraceEvent[] begins = NO_EVENTS;

    /** Time of the last event of the track since its outermost open span began. */
    long lastNanos = Long.MIN_VALUE;
    /** Time of the last event of the track before its outermost open span began. */
    long latestNanos = Long.MIN_VALUE;
    /** Number of the innermost open spans that ended in their segment and may continue in the next. */
    int suspended;
    /** {@link TraceEvent#forward} of the innermost pass. Passes have no length, so two are never open at once. */
    private long forward;
    /** Number of dropped begins beyond the limit whose ends have not arrived yet. */
    int dropped;

    TrackSpans(PairingOptions options) {
        super(options.origins() ? BEGIN_INDEX + 1 : BEGIN_INDEX);
    }

    void push(TraceEvent event, long startNanos, PairingOptions options) {
        int level = depth();
        int flags = event.flags();
        int resumed = (flags & SpanFlags.CONTINUED) == 0 ? 0 : SpanFlags.RESUMED;
        push(event.nameIndex(), startNanos, flags | resumed | (options.origins() ? BY_EVENT : 0));
        long[] rows = rows(level);
        int row = row(level);
        rows[row + BIND_ID] = event.bindId();
        if ((flags & SpanFlags.PASS) != 0) {
            forward = event.forward();
        }
        if (!options.origins()) {
            return;
        }
        rows[row + CATEGORY] |= event.categoryIndex();
        rows[row + BEGIN_INDEX] = event.index();
        if (options.details() && event.hasDetails()) {
            if (level >= begins.length) {
                begins = Arrays.copyOf(begins, Math.max(level + 1, begins.length * 2));
            }
            begins[level] = event.copy();
        }
    }

    /** Opens a call without data beyond its name and its begin. */
    void push(int nameIndex, long startNanos) {
        push(nameIndex, startNanos, SpanFlags.NONE);
        int level = depth() - 1;
        rows(level)[row(level) + BIND_ID] = 0;
    }

    /**
     * Sets the origin of the innermost call.
     *
     * @param batch the category of its record
     * @param beginIndex index of the record's event
     */
    void beginsAt(SpanBatch batch, long beginIndex) {
        int level = depth() - 1;
        beginsAt(rows(level), row(level), batch, beginIndex);
    }

    private static void beginsAt(long[] rows, int row, SpanBatch batch, long beginIndex) {
        rows[row + CATEGORY] |= batch.categoryIndex;
        rows[row + BEGIN_INDEX] = beginIndex;
    }

    /** Returns whether the innermost span is a call that began with a record. */
    boolean isRecordedCall() {
        return rows(depth() - 1)[row(depth() - 1) + NAME_AND_FLAGS] >>> Integer.SIZE == 0;
    }

    /** Returns the index of the event that began the innermost span, if the pairing keeps origins. */
    long beginIndex() {
        return rows(depth() - 1)[row(depth() - 1) + BEGIN_INDEX];
    }

    /**
     * Takes records as long as they are in the order of time and each opens a call or closes the innermost one, which
     * is nearly always. What {@link AsyncPairing} does for one record, in one loop.
     *
     * @param from index of the first record to take
     * @param batch receives the calls that end
     * @return the index of the first record that is not taken, because it is special or the batch is full
     */
    int take(CallRecords records, int from, SpanBatch batch) {
        long[] rows = this.rows;
        int mostDepth = rows.length / ROW;
        if (dropped > 0 || depth() > mostDepth) {
            return from;
        }
        long[] nanos = records.nanos;
        int[] calls = records.calls;
        long[] ended = batch.rows;
        boolean origins = batch.origins;
        long[] beginIndexes = batch.beginIndexes;
        long firstIndex = records.firstIndex;
        int size = batch.size;
        int[] heads = this.heads;
        int depth = depth();
        long last = lastNanos;
        int at = from;
        for (int end = records.size; at < end; at++) {
            int call = calls[at];
            int kind = CallRecords.kindOf(call);
            int nameIndex = CallRecords.nameIndexOf(call);
            long ts = nanos[at];
            if (ts < last) {
                break;
            }
            if (kind == CallRecords.BEGIN) {
                if (depth >= mostDepth) {
                    break;
                }
                int row = depth * ROW;
                rows[row + NAME_AND_FLAGS] = nameIndex;
                rows[row + START] = ts;
                rows[row + CHILDREN] = 0;
                rows[row + BIND_ID] = 0;
                link(rows, heads, row, nameIndex);
                if (origins) {
                    beginsAt(rows, row, batch, firstIndex + at);
                }
                depth++;
                last = ts;
                continue;
            }
            int row = (depth - 1) * ROW;
            // Names are not negative, so the comparison fails for a span with flags, too.
            if (row < 0 || rows[row + NAME_AND_FLAGS] != nameIndex || size == SpanBatch.CAPACITY) {
                break;
            }
            if (origins) {
                beginIndexes[size] = rows[row + BEGIN_INDEX];
            }
            depth--;
            long start = rows[row + START];
            long duration = ts - start;
            int flags = kind >>> 1 | (unlink(rows, heads, row, nameIndex) ? SpanFlags.NESTED : 0);
            int to = size * SpanBatch.ROW;
            ended[to + SpanBatch.NAME_DEPTH_FLAGS] = SpanBatch.nameDepthFlags(nameIndex, depth, flags);
            ended[to + SpanBatch.START] = start;
            ended[to + SpanBatch.END] = ts;
            ended[to + SpanBatch.SELF] = Math.max(0, duration - rows[row + CHILDREN]);
            size++;
            if (depth > 0) {
                rows[row - ROW + CHILDREN] += duration;
                last = ts;
            } else {
                latestNanos = Math.max(latestNanos, ts);
                last = Long.MIN_VALUE;
            }
        }
        batch.size = size;
        depth(depth);
        lastNanos = last;
        latestNanos = Math.max(latestNanos, last);
        return at;
    }

    @Override
    public long bindId(int level) {
        return rows(level)[row(level) + BIND_ID];
    }

    /** Forgets what is known of earlier spans, because none is open. */
    void forget() {
        latestNanos = latestNanos();
        lastNanos = Long.MIN_VALUE;
        suspended = 0;
        dropped = 0;
    }

    /** Returns the time of the last event of the track while the stack was its own. */
    long latestNanos() {
        return Math.max(lastNanos, latestNanos);
    }

    /**
     * Closes the innermost span.
     *
     * @param span receives all data except its track and the data of its end
     */
    void close(Span span, long endNanos, PairingOptions options) {
        int level = depth() - 1;
        long[] rows = rows(level);
        int row = row(level);
        span.nameIndex = nameIndex(level);
        span.depth = level;
        span.flags = flags(level) & ~BY_EVENT | (isNested() ? SpanFlags.NESTED : 0);
        span.startNanos = startNanos(level);
        span.endNanos = endNanos;
        span.bindId = rows[row + BIND_ID];
        span.forward = (span.flags & SpanFlags.PASS) == 0 ? 0 : forward;
        if (options.origins()) {
            span.categoryIndex = (int) rows[row + CATEGORY];
            span.beginIndex = rows[row + BEGIN_INDEX];
            span.begin = null;
            if (level < begins.length) {
                span.begin = begins[level];
                begins[level] = null;
            }
        }
        span.selfNanos = close(endNanos);
    }
}
