// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.pairing.Span;
import org.jspecify.annotations.Nullable;

/**
 * The slowest call of each power of two of nanoseconds while a trace is read, from which the slowest below a limit is
 * found that is known only at the end.
 */
final class SlowestCalls {
    private final @Nullable FoundCall[] rootsByMagnitude = new FoundCall[Long.SIZE];
    private final @Nullable FoundCall[] byMagnitude = new FoundCall[Long.SIZE];
    private final long[] nanos = new long[Long.SIZE];

    private final StringTable names;

    SlowestCalls(StringTable names) {
        this.names = names;
    }

    void add(Span span) {
        long length = Math.max(0, span.endNanos() - span.startNanos());
        int magnitude = Long.SIZE - 1 - Long.numberOfLeadingZeros(length | 1);
        // Nearly all calls are shorter than another of their magnitude, and cost one comparison.
        if (byMagnitude[magnitude] == null || length > nanos[magnitude]) {
            nanos[magnitude] = length;
            byMagnitude[magnitude] = call(span);
        }
        if (span.depth() == 0) {
            FoundCall longest = rootsByMagnitude[magnitude];
            if (longest == null || length > longest.durationNanos()) {
                rootsByMagnitude[magnitude] = call(span);
            }
        }
    }

    private FoundCall call(Span span) {
        long end = Math.max(span.startNanos(), span.endNanos());
        return new FoundCall(span.track(), names.get(span.nameIndex()), span.startNanos(), end);
    }

    /**
     * Returns the slowest call that is not most of the trace: a root call that takes at most half of it, or another
     * that takes at most a tenth.
     *
     * @return null if there is none
     */
    @Nullable
    FoundCall slowest(long traceNanos) {
        FoundCall outer = longest(rootsByMagnitude, traceNanos / 2);
        FoundCall any = longest(byMagnitude, traceNanos / 10);
        return outer == null || any != null && any.durationNanos() > outer.durationNanos() ? any : outer;
    }

    private static @Nullable FoundCall longest(@Nullable FoundCall[] byMagnitude, long mostNanos) {
        for (int i = byMagnitude.length - 1; i >= 0; i--) {
            FoundCall call = byMagnitude[i];
            if (call != null && call.durationNanos() <= mostNanos) {
                return call;
            }
        }
        return null;
    }
}
