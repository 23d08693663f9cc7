// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.bootstrap.RecordLayout;
import java.io.IOException;

/** Measures what one timing costs the application, by doing it. For the tracer's thread, while recording is on. */
public final class OverheadMeter {
    /* The best of several rounds: the first ones are run by the interpreter, and any of them may be interrupted. A
     * round fits into one chunk of the smallest size, and without a free one a round is just quicker than it should. */
    private static final int ROUNDS = 20;
    private static final int ROUNDS_IN_A_HURRY = 2;
    private static final int CALLS_A_ROUND = 500;

    private OverheadMeter() {}

    /**
     * Nanoseconds that the entry or the exit of a call costs.
     *
     * @param hurried whether somebody waits for the answer, which is then that of a cold JVM
     */
    public static double nanosPerTiming(SpoolDrainer drainer, boolean hurried) throws IOException {
        long best = Long.MAX_VALUE;
        for (int i = hurried ? ROUNDS_IN_A_HURRY : ROUNDS; i > 0; i--) {
            best = Math.min(best, round());
            drainer.skipOwn();
        }
        return best / (2.0 * CALLS_A_ROUND);
    }

    private static long round() {
        long start = System.nanoTime();
        for (int i = 0; i < CALLS_A_ROUND; i++) {
            MethodTracer.enter(RecordLayout.CALIBRATION_ID);
            MethodTracer.exit(RecordLayout.CALIBRATION_ID);
        }
        return System.nanoTime() - start;
    }
}
