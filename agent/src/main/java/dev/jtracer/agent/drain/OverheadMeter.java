// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.IOException;

/** Measurement of one timing's cost to the application. Runs on the tracer's thread while recording is on. */
public final class OverheadMeter {
    /* The best of several rounds counts: the interpreter runs the first ones, and any of them may be preempted. A
     * round fits into one chunk of the smallest size; without a free chunk the measured time is too short. */
    private static final int ROUNDS = 20;
    private static final int CALLS_A_ROUND = 500;

    /* Fewer than the JVM compiles a method after: at the exit of a short program that would be in vain. */
    private static final int ROUNDS_IN_A_HURRY = 2;
    private static final int CALLS_IN_A_HURRY = 50;

    private OverheadMeter() {}

    /**
     * Returns the cost of a call's entry or exit in nanoseconds.
     *
     * @param hurried whether a caller waits for the result, which is then that of a cold JVM
     */
    public static double nanosPerTiming(SpoolDrainer drainer, boolean hurried) throws IOException {
        int calls = hurried ? CALLS_IN_A_HURRY : CALLS_A_ROUND;
        long best = Long.MAX_VALUE;
        for (int i = hurried ? ROUNDS_IN_A_HURRY : ROUNDS; i > 0; i--) {
            best = Math.min(best, round(calls));
            drainer.skipOwn();
        }
        return best / (2.0 * calls);
    }

    private static long round(int calls) {
        long start = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            MethodTracer.enter(SpoolLayout.CALIBRATION_ID);
            MethodTracer.exit(SpoolLayout.CALIBRATION_ID);
        }
        return System.nanoTime() - start;
    }
}
