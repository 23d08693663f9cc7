// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

/**
 * A division of time into at most {@value #MOST} bins of equal length, which doubles whenever a time does not fit. Bins start at
 * multiples of their length, so that doubling joins pairs of them.
 */
final class TimeBins {
    static final int MOST = 1 << 10;

    private int shift;
    private long first;
    private long last = -1;

    /** Extends the bins to a stretch of time. Returns how many times the length doubles for it. */
    int extend(long startNanos, long endNanos) {
        boolean empty = last < first;
        long newFirst = empty ? startNanos >> shift : Math.min(first, startNanos >> shift);
        long newLast = empty ? endNanos >> shift : Math.max(last, endNanos >> shift);
        int doublings = 0;
        while (newLast - newFirst >= MOST) {
            newFirst >>= 1;
            newLast >>= 1;
            doublings++;
        }
        shift += doublings;
        first = newFirst;
        last = newLast;
        return doublings;
    }

    /** Returns the number of the bin of a time. */
    long bin(long nanos) {
        return nanos >> shift;
    }

    /** Returns the time at which a bin begins. */
    long startNanos(long bin) {
        return bin << shift;
    }

    /** Returns the length of a bin. */
    long nanos() {
        return 1L << shift;
    }

    /** Returns the number of the first bin. */
    long first() {
        return first;
    }

    /** Returns the number of the last bin; one less than the first if there is none. */
    long last() {
        return last;
    }

    /** Returns the index of a bin in arrays of {@value #MOST}, which is unique among the bins in use. */
    static int slot(long bin) {
        return (int) bin & (MOST - 1);
    }
}
