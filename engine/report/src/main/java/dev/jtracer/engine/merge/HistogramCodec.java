// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.handler.totals.Histogram;

/**
 * Encoding of a histogram: the number of its buckets, then each as its distance from the previous one and its count.
 */
public final class HistogramCodec {
    private HistogramCodec() {}

    /** Writes a histogram. */
    public static void write(Histogram histogram, PartialOutput out) {
        int[] used = {0};
        histogram.forEachBucket((bucket, values) -> used[0]++);
        out.writeUnsigned(used[0]);
        int[] next = {0};
        histogram.forEachBucket((bucket, values) -> {
            out.writeUnsigned(bucket - next[0]);
            out.writeUnsigned(values);
            next[0] = bucket + 1;
        });
    }

    /** Reads what {@link #write} wrote. */
    public static Histogram read(PartialInput in) throws PartialFormatException {
        Histogram histogram = new Histogram();
        int used = in.readLength();
        int next = 0;
        for (int i = 0; i < used; i++) {
            int bucket = next + in.readIndex(Histogram.BUCKETS - next);
            long count = in.readCount();
            in.require(count > 0, "an empty bucket");
            histogram.addToBucket(bucket, count);
            next = bucket + 1;
        }
        return histogram;
    }
}
