// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.totals.Histogram;

/** Totals of one function during computation. */
final class FunctionTotal {
    private long count;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos;
    private long totalNanos;
    private long selfNanos;
    private long threw;
    private long unfinished;
    private final Histogram durations = new Histogram();

    void add(long durationNanos, long ownNanos, int flags) {
        if ((flags & SpanFlags.PART) != 0) {
            unfinished++;
            return;
        }
        // The difference overflows only for times more than 292 years apart.
        long duration = durationNanos < 0 ? Long.MAX_VALUE : durationNanos;
        count++;
        minNanos = Math.min(minNanos, duration);
        maxNanos = Math.max(maxNanos, duration);
        totalNanos = Saturated.sum(totalNanos, duration);
        selfNanos = Saturated.sum(selfNanos, ownNanos);
        threw += flags & SpanFlags.THREW;
        durations.add(duration);
    }

    void add(FunctionTotal other) {
        count = Saturated.sum(count, other.count);
        minNanos = Math.min(minNanos, other.minNanos);
        maxNanos = Math.max(maxNanos, other.maxNanos);
        totalNanos = Saturated.sum(totalNanos, other.totalNanos);
        selfNanos = Saturated.sum(selfNanos, other.selfNanos);
        threw = Saturated.sum(threw, other.threw);
        unfinished = Saturated.sum(unfinished, other.unfinished);
        durations.add(other.durations);
    }

    FunctionStatistics.Row row(String name) {
        return new FunctionStatistics.Row(
                name,
                count,
                count == 0 ? 0 : minNanos,
                maxNanos,
                totalNanos,
                selfNanos,
                threw,
                unfinished,
                durations.copy());
    }

    void write(PartialOutput out) {
        out.writeUnsigned(unfinished);
        out.writeUnsigned(count);
        if (count > 0) {
            out.writeUnsigned(minNanos);
            out.writeUnsigned(maxNanos - minNanos);
            out.writeUnsigned(totalNanos);
            out.writeUnsigned(selfNanos);
            out.writeUnsigned(threw);
            HistogramCodec.write(durations, out);
        }
    }

    static FunctionTotal read(PartialInput in) throws PartialFormatException {
        FunctionTotal total = new FunctionTotal();
        total.unfinished = in.readCount();
        total.count = in.readCount();
        if (total.count > 0) {
            total.minNanos = in.readCount();
            total.maxNanos = total.minNanos + in.readCount();
            total.totalNanos = in.readCount();
            total.selfNanos = in.readCount();
            total.threw = in.readCount();
            total.durations.add(HistogramCodec.read(in));
            in.require(total.maxNanos >= total.minNanos, "a duration is too long");
            in.require(total.durations.count() == total.count, "a histogram does not fit its function");
        }
        return total;
    }
}
