// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.sample;

import java.util.concurrent.atomic.LongAdder;

/** The share of the sample, and the number of root calls that are in it and that are not. */
public final class SampleFigures {
    private static final LongAdder CHOSEN = new LongAdder();
    private static final LongAdder DROPPED = new LongAdder();

    /** One of this many root calls is recorded; 0 while all calls are recorded. */
    static volatile int oneOf;

    private SampleFigures() {}

    static void count(boolean isChosen) {
        (isChosen ? CHOSEN : DROPPED).increment();
    }

    public static long chosen() {
        return CHOSEN.sum();
    }

    public static long dropped() {
        return DROPPED.sum();
    }

    static void clear() {
        oneOf = 0;
        CHOSEN.reset();
        DROPPED.reset();
    }
}
