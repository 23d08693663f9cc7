// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import org.jspecify.annotations.Nullable;

/**
 * One span as {@link SpanPairing} completes it: a view that is reused, valid until {@link SpanSink#span} returns. Not
 * safe for use by several threads.
 */
public final class Span {
    /** Value of {@link #beginIndex} if the trace does not contain the event. */
    public static final long NO_EVENT = -1;

    int track;
    int nameIndex;
    int categoryIndex;
    int depth;
    int flags;
    long startNanos;
    long endNanos;
    long selfNanos;
    long bindId;
    long forward;
    long beginIndex = NO_EVENT;
    long endIndex = NO_EVENT;

    @Nullable
    TraceEvent begin;

    @Nullable
    TraceEvent end;

    Span() {}

    /** Sets the data of the event that ended the span. */
    void endWith(TraceEvent event, PairingOptions options) {
        if (!options.origins()) {
            return;
        }
        endIndex = event.index();
        end = options.details() && event.hasDetails() ? event.copy() : null;
    }

    /** Marks the span as unfinished: no event ended it. */
    void endWithoutEvent() {
        flags |= SpanFlags.UNFINISHED;
        endIndex = NO_EVENT;
        end = null;
    }

    /** Sets this span to the data of one event, without length. */
    void fill(TraceEvent event, PairingOptions options) {
        track = event.track();
        nameIndex = event.nameIndex();
        categoryIndex = event.categoryIndex();
        flags = event.flags();
        startNanos = event.tsNanos();
        endNanos = event.tsNanos();
        selfNanos = 0;
        bindId = event.bindId();
        forward = event.forward();
        beginIndex = event.index();
        endIndex = event.index();
        begin = options.details() && event.hasDetails() ? event.copy() : null;
        end = null;
    }

    /** Returns the index of its track. */
    public int track() {
        return track;
    }

    /** Returns the index of its name, that of its begin. */
    public int nameIndex() {
        return nameIndex;
    }

    /** Returns the index of its begin's categories. */
    public int categoryIndex() {
        return categoryIndex;
    }

    /** Returns its level on its track, 0 for the outermost. */
    public int depth() {
        return depth;
    }

    /** Returns the {@link SpanFlags} of its begin and end together. */
    public int flags() {
        return flags;
    }

    /** Returns whether the begin or the end of the span is not known. */
    public boolean unfinished() {
        return (flags & SpanFlags.PART) != 0;
    }

    public long startNanos() {
        return startNanos;
    }

    /** Returns the time of its end, not before {@link #startNanos}. */
    public long endNanos() {
        return endNanos;
    }

    /** Returns the part of its duration outside of inner spans, at least 0. */
    public long selfNanos() {
        return selfNanos;
    }

    /** Returns the {@link TraceEvent#bindId} of its begin. */
    public long bindId() {
        return bindId;
    }

    /** Returns the {@link TraceEvent#forward} of its begin, if that is a begin on an id; 0 otherwise. */
    public long forward() {
        return forward;
    }

    /** Returns the index of its begin among the events of the trace. */
    public long beginIndex() {
        return beginIndex;
    }

    /** Returns a copy of its begin; null unless details are retained and {@link TraceEvent#hasDetails present}. */
    public @Nullable TraceEvent begin() {
        return begin;
    }

    /** Returns a copy of its end, as {@link #begin}; null for a complete event. */
    public @Nullable TraceEvent end() {
        return end;
    }
}
