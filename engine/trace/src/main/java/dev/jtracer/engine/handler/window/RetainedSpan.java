// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.pairing.Span;
import org.jspecify.annotations.Nullable;

/** A call or a run of a callback that a window may show; of a run with its pass, as soon as that is known. */
final class RetainedSpan {
    record Pass(int track, int depth, long nanos) {}

    final int track;
    final long startNanos;
    final long endNanos;
    final long bindId;

    @Nullable
    Pass pass;

    private final int depth;
    private final int nameIndex;
    private final int flags;

    RetainedSpan(Span span) {
        track = span.track();
        depth = span.depth();
        nameIndex = span.nameIndex();
        flags = span.flags();
        startNanos = span.startNanos();
        endNanos = span.endNanos();
        bindId = span.bindId();
    }

    long nanos() {
        return endNanos - startNanos;
    }

    /** Returns whether it is the run of a callback whose pass has a number. */
    boolean isRun() {
        return (flags & SpanFlags.CALLBACK) != 0 && bindId != 0;
    }

    WindowCalls.Call call(StringTable names) {
        return new WindowCalls.Call(track, depth, names.get(nameIndex), startNanos, endNanos, flags);
    }

    /** Returns the arrow from a pass to this run. */
    WindowCalls.Arrow arrow(Pass from) {
        boolean ambiguous = (flags & SpanFlags.AMBIGUOUS) != 0;
        return new WindowCalls.Arrow(
                from.track, Math.max(0, from.depth - 1), from.nanos, track, depth, startNanos, ambiguous);
    }
}
