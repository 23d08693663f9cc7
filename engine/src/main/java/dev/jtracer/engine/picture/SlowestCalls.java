// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import dev.jtracer.engine.handler.Longest;
import dev.jtracer.engine.pairing.Span;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The slowest calls of a trace while it is read: the outermost ones, as a report numbers them, and the slowest of each power of two
 * of nanoseconds, from which the slowest below a limit is found that is known only at the end.
 */
final class SlowestCalls {
    /** A call with the index of its name. */
    private record Call(int track, int name, long startNanos, long endNanos) {
        long nanos() {
            return endNanos - startNanos;
        }

        FoundCall found(IntFunction<String> names) {
            return new FoundCall(track, names.apply(name), startNanos, endNanos);
        }
    }

    private final Longest<Call> outermost;
    private final @Nullable Call[] outermostByMagnitude = new Call[Long.SIZE];
    private final @Nullable Call[] byMagnitude = new Call[Long.SIZE];
    private final long[] nanos = new long[Long.SIZE];

    SlowestCalls(int mostOutermost) {
        outermost = new Longest<>(mostOutermost);
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
            Call longest = outermostByMagnitude[magnitude];
            if (longest == null || length > longest.nanos()) {
                outermostByMagnitude[magnitude] = call(span);
            }
            if (outermost.takes(length, span.startNanos())) {
                outermost.add(length, span.startNanos(), call(span));
            }
        }
    }

    private static Call call(Span span) {
        return new Call(
                span.track(), span.nameIndex(), span.startNanos(), Math.max(span.startNanos(), span.endNanos()));
    }

    /** Returns the slowest outermost calls, the slowest first. */
    List<FoundCall> outermost(IntFunction<String> names) {
        return outermost.sorted().stream().map(call -> call.found(names)).toList();
    }

    /**
     * Returns the slowest call that is not most of the trace: an outermost one that takes at most half of it, or another that takes at
     * most a tenth.
     *
     * @return null if there is none
     */
    @Nullable
    FoundCall slowest(long traceNanos, IntFunction<String> names) {
        Call outer = longest(outermostByMagnitude, traceNanos / 2);
        Call any = longest(byMagnitude, traceNanos / 10);
        Call slowest = outer == null || any != null && any.nanos() > outer.nanos() ? any : outer;
        return slowest == null ? null : slowest.found(names);
    }

    private static @Nullable Call longest(@Nullable Call[] byMagnitude, long mostNanos) {
        for (int i = byMagnitude.length - 1; i >= 0; i--) {
            Call call = byMagnitude[i];
            if (call != null && call.nanos() <= mostNanos) {
                return call;
            }
        }
        return null;
    }
}
