// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Saturated;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A distribution of values. It counts values in buckets, 32 for each power of two, so that every value is known to
 * within 1.6 %, and values below 64 exactly. The sum of two histograms is that of all their values.
 *
 * <p>It holds integers only, so the order of additions makes no difference. Not safe for use by several threads.
 */
public final class Histogram {
    /* value  0 .. 63   64 65 | 66 67 | ... 126 127   128 .. 131 | ...
     * bucket 0 .. 63   64    | 65    | ... 95        96         | ...
     *        width 1   width 2                       width 4
     * A bucket's number is its power of two and the five bits of the value after the first. */
    private static final int BITS = 5;
    private static final int PER_POWER = 1 << BITS;
    /** Number of buckets, see {@link #forEachBucket}. */
    public static final int BUCKETS = (Long.SIZE - BITS) * PER_POWER;

    /** Counts of the buckets from {@link #firstBucket} on: the durations of one function are close together. */
    private long[] counts = {};

    private int firstBucket;

    public Histogram() {}

    /** Adds a value; below 0 it counts as 0. */
    public void add(long value) {
        count(bucket(Math.max(0, value)), 1);
    }

    /** Adds all values of another histogram, which is not changed. */
    public void add(Histogram other) {
        for (int i = 0; i < other.counts.length; i++) {
            if (other.counts[i] > 0) {
                count(other.firstBucket + i, other.counts[i]);
            }
        }
    }

    private void count(int bucket, long count) {
        int i = bucket - firstBucket;
        if (i < 0 || i >= counts.length) {
            makeRoomFor(bucket);
            i = bucket - firstBucket;
        }
        counts[i] = Saturated.sum(counts[i], count);
    }

    private void makeRoomFor(int bucket) {
        // A quarter of a power of two more than needed, so that growth is rare.
        int slack = PER_POWER / 4;
        int from = Math.max(0, bucket - slack);
        int to = Math.min(BUCKETS, bucket + slack);
        if (counts.length > 0) {
            from = Math.min(from, firstBucket);
            to = Math.max(to, firstBucket + counts.length);
        }
        long[] grown = new long[to - from];
        System.arraycopy(counts, 0, grown, counts.length == 0 ? 0 : firstBucket - from, counts.length);
        counts = grown;
        firstBucket = from;
    }

    /** Returns the number of values. */
    public long count() {
        long total = 0;
        for (long values : counts) {
            total = Saturated.sum(total, values);
        }
        return total;
    }

    /**
     * Returns the value that a percentage of the values does not exceed, to within 1.6 %; 0 without values.
     *
     * @param percent 0 to 100; 50 gives the median
     */
    public long percentile(double percent) {
        if (!(percent >= 0 && percent <= 100)) {
            throw new IllegalArgumentException("percent '" + percent + "' is not in 0 to 100");
        }
        // The tenfold of 99.9 is exact, unlike its hundredth, with which a rank might be one too high.
        long rank = Math.max(1, (long) Math.ceil(count() * (percent * 10) / 1_000));
        long cumulative = 0;
        for (int i = 0; i < counts.length; i++) {
            cumulative = Saturated.sum(cumulative, counts[i]);
            if (cumulative >= rank) {
                return middle(firstBucket + i);
            }
        }
        return 0;
    }

    private static int bucket(long value) {
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(value | PER_POWER);
        int shift = power - BITS;
        return (shift << BITS) + (int) (value >>> shift);
    }

    /** Returns the sum of two histograms, which are not changed. */
    public Histogram plus(Histogram other) {
        Histogram sum = copy();
        sum.add(other);
        return sum;
    }

    /**
     * Returns the values that were added after an earlier copy of this histogram; neither is changed. A bucket in
     * which the other histogram has more values counts as empty.
     */
    public Histogram minus(Histogram earlier) {
        Histogram rest = new Histogram();
        for (int i = 0; i < counts.length; i++) {
            long values = counts[i] - earlier.valuesIn(firstBucket + i);
            if (values > 0) {
                rest.count(firstBucket + i, values);
            }
        }
        return rest;
    }

    private long valuesIn(int bucket) {
        int i = bucket - firstBucket;
        return i < 0 || i >= counts.length ? 0 : counts[i];
    }

    public Histogram copy() {
        Histogram copy = new Histogram();
        copy.counts = counts.clone();
        copy.firstBucket = firstBucket;
        return copy;
    }

    /**
     * Adds values whose bucket is known, for example from {@link #forEachBucket} of another histogram.
     *
     * @param bucket 0 to {@link #BUCKETS} - 1
     * @param values number of values, more than 0
     */
    public void addToBucket(int bucket, long values) {
        if (bucket < 0 || bucket >= BUCKETS || values <= 0) {
            throw new IllegalArgumentException("bucket '" + bucket + "' with '" + values + "' values");
        }
        count(bucket, values);
    }

    /** Visits the buckets with values, that of the smallest values first. */
    public void forEachBucket(BucketVisitor visitor) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                visitor.bucket(firstBucket + i, counts[i]);
            }
        }
    }

    /** Visitor of the buckets of a histogram. */
    @FunctionalInterface
    public interface BucketVisitor {
        /**
         * Takes one bucket.
         *
         * @param bucket 0 to {@link #BUCKETS} - 1
         * @param values number of values in it, more than 0
         */
        void bucket(int bucket, long values);
    }

    /** Returns the value in the middle of a bucket. */
    public static long middle(int bucket) {
        if (bucket < 2 * PER_POWER) {
            return bucket;
        }
        int shift = (bucket >> BITS) - 1;
        long lowest = (long) (PER_POWER + (bucket & (PER_POWER - 1))) << shift;
        return lowest + ((1L << shift) - 1) / 2;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Histogram histogram && Arrays.equals(nonEmptyBuckets(), histogram.nonEmptyBuckets());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(nonEmptyBuckets());
    }

    /** Returns pairs of bucket and count, because histograms of equal values may have arrays of different lengths. */
    private long[] nonEmptyBuckets() {
        long[] pairs = new long[2 * counts.length];
        int[] used = {0};
        forEachBucket((bucket, values) -> {
            pairs[used[0]++] = bucket;
            pairs[used[0]++] = values;
        });
        return Arrays.copyOf(pairs, used[0]);
    }

    @Override
    public String toString() {
        return count() + " values, median " + percentile(50);
    }
}
