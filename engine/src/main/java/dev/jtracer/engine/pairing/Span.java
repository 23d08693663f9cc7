// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import org.jspecify.annotations.Nullable;

/**
 * One span as {@link SpanPairing} completes it: a view that is reused, valid until {@link SpanSink#span} returns. Not safe
 * for use by several threads.
 */
public final class Span {
    /** What {@link #beginIndex} and {@link #endIndex} are when the trace does not have that event. */
    public static final long NO_EVENT = -1;

    int track;
    int nameIndex;
    int categoryIndex;
    int depth;
    int flags;
    long startNanos;
    long endNanos;
    long selfNanos;
    long threadNanos = TraceEvent.NO_TIME;
    long threadDurNanos = TraceEvent.NO_TIME;
    long bindId;
    long beginIndex = NO_EVENT;
    long endIndex = NO_EVENT;

    @Nullable
    TraceEvent begin;

    @Nullable
    TraceEvent end;

    Span() {}

    /** Index of its track. */
    public int track() {
        return track;
    }

    /** Index of its name, which is that of its begin. */
    public int nameIndex() {
        return nameIndex;
    }

    /** Index of its begin's categories. */
    public int categoryIndex() {
        return categoryIndex;
    }

    /** Level on its track, 0 for the outermost. */
    public int depth() {
        return depth;
    }

    /** The {@link SpanFlags} of its begin and end together. */
    public int flags() {
        return flags;
    }

    /** Whether not both ends of the span are known. */
    public boolean unfinished() {
        return (flags & SpanFlags.UNFINISHED) != 0;
    }

    public long startNanos() {
        return startNanos;
    }

    /** When it ended, not before {@link #startNanos}. */
    public long endNanos() {
        return endNanos;
    }

    /** The part of it outside of the spans within it, at least 0. */
    public long selfNanos() {
        return selfNanos;
    }

    /** The thread's own clock at the begin; {@link TraceEvent#NO_TIME} when not known. */
    public long threadNanos() {
        return threadNanos;
    }

    /** How long the thread was running; {@link TraceEvent#NO_TIME} when not known. */
    public long threadDurNanos() {
        return threadDurNanos;
    }

    /** The {@link TraceEvent#bindId} of its begin. */
    public long bindId() {
        return bindId;
    }

    /** Place of the event that began it among the events of the trace. */
    public long beginIndex() {
        return beginIndex;
    }

    /** Place of the event that ended it; of a complete event the same as {@link #beginIndex}. */
    public long endIndex() {
        return endIndex;
    }

    /**
     * A copy of the event that began it. Null unless the pairing keeps details and the event has some, see
     * {@link TraceEvent#hasDetails}.
     */
    public @Nullable TraceEvent begin() {
        return begin;
    }

    /** A copy of the event that ended it, as {@link #begin}; of a complete event null. */
    public @Nullable TraceEvent end() {
        return end;
    }
}
