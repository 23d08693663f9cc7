// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

/** The included class: its calls have a library pass tasks, and the tasks call it. */
public final class SubmittedBatches {
    private SubmittedBatches() {}

    /** Submits one task. */
    public static void submit(SubmittedBatchesLibrary library, int value) {
        library.later(value);
    }

    static int work(int value) {
        return value * 31 + (value >>> 7);
    }
}
