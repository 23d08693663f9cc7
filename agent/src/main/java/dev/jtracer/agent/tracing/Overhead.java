// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.drain.OverheadMeter;
import dev.jtracer.agent.output.Report;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The cost of one timing, measured once in the JVM's life. Measured by the tracer's thread, read by any. */
final class Overhead {
    /* With fewer events the cost does not matter. With more, the recorder is compiled as the application runs it. */
    private static final long ENOUGH_EVENTS = 200_000;

    private final RecorderSpool spool;
    private final @Nullable Report early;
    private volatile double nanosPerTiming;
    private volatile boolean printed;

    /** @param early receives the cost once it is known, while recording; null if it is to be printed at the stop */
    Overhead(RecorderSpool spool, @Nullable Report early) {
        this.spool = spool;
        this.early = early;
    }

    boolean isMeasured() {
        return nanosPerTiming != 0;
    }

    /** Returns the nanoseconds per timing, 0 before the measurement. */
    double nanosPerTiming() {
        return nanosPerTiming;
    }

    /** Measures the cost unless it is known, after enough events. */
    void measureWhenWarm() throws IOException {
        if (!isMeasured() && spool.events() > ENOUGH_EVENTS) {
            measure(false);
        }
    }

    /**
     * Measures the cost.
     *
     * @param hurried whether a command waits for it
     */
    void measure(boolean hurried) throws IOException {
        nanosPerTiming = OverheadMeter.nanosPerTiming(spool.drainer(), hurried);
        if (early != null && !hurried) {
            printOnce(early);
        }
    }

    /** Prints the cost unless it is unknown or was printed to stderr before. */
    void printOnce(Report report) {
        if (isMeasured() && !printed) {
            printed = true;
            report.overhead(nanosPerTiming);
        }
    }
}
