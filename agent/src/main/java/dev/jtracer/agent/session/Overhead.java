// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.thread.CpuTime;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.report.TracingCost;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The cost of tracing. That of one timing is measured by the tracer's thread; read by any. */
final class Overhead {
    /* With fewer events the cost does not matter. It falls while the recorder is being compiled, to less than half of
     * the first figure: it is measured again whenever the events have grown by half, and each figure counts for the
     * events since the one before. */
    private static final long ENOUGH_EVENTS = 200_000;

    /* The best of several rounds counts: the interpreter runs the first ones, and any of them may be preempted. A
     * round fits into one chunk of the smallest size; without a free chunk the measured time is too short. */
    private static final int ROUNDS = 20;
    private static final int CALLS_A_ROUND = 500;

    /* Fewer than the JVM compiles a method after: at the exit of a short program that would be in vain. */
    private static final int ROUNDS_IN_A_HURRY = 2;
    private static final int CALLS_IN_A_HURRY = 50;

    private final RecorderSpool spool;
    private final WeaveCounters weaving;
    private final @Nullable Report early;
    private long nextMeasurement = ENOUGH_EVENTS;
    private long measuredEvents;
    private double measuredNanos;
    private volatile double nanosPerTiming;
    private double latestNanosPerTiming;
    private volatile boolean printed;

    /** @param early receives the cost once it is known, while recording; null if it is to be printed at the stop */
    Overhead(RecorderSpool spool, WeaveCounters weaving, @Nullable Report early) {
        this.spool = spool;
        this.weaving = weaving;
        this.early = early;
    }

    boolean isMeasured() {
        return nanosPerTiming != 0;
    }

    /** Returns the nanoseconds per timing on average, 0 before the first measurement. */
    double nanosPerTiming() {
        return nanosPerTiming;
    }

    /** Returns the nanoseconds per timing when they were last measured. For the tracer's thread. */
    double latestNanosPerTiming() {
        return latestNanosPerTiming;
    }

    /** Returns what tracing has cost since the JVM's start besides the timings. */
    TracingCost besides() {
        CpuTime cpu = CpuTime.ofThisProcess().orElse(CpuTime.NONE);
        // The elapsed time of a thread that weaves is longer than its CPU time where others compete for a processor.
        return new TracingCost(
                cpu.ofElapsed(weaving.startNanos()),
                cpu.ofElapsed(weaving.weavingNanos()),
                weaving.classesWoven(),
                cpu.tracerNanos(),
                cpu.compilerNanos());
    }

    /** Measures the cost if enough events have come since it was measured. */
    void measureWhenWarm() throws IOException {
        if (spool.events() > nextMeasurement) {
            measure(false);
        }
    }

    /** Measures the cost, in a hurry if a command waits for it. */
    void measure(boolean hurried) throws IOException {
        charge(measured(hurried), spool.events());
        if (early != null && !hurried) {
            printOnce(early);
        }
    }

    /** Returns the cost of a call's entry or exit in nanoseconds; in a hurry that of a cold JVM. */
    private double measured(boolean hurried) throws IOException {
        int calls = hurried ? CALLS_IN_A_HURRY : CALLS_A_ROUND;
        long best = Long.MAX_VALUE;
        for (int i = hurried ? ROUNDS_IN_A_HURRY : ROUNDS; i > 0; i--) {
            best = Math.min(best, round(calls));
            spool.drainer().skipOwn();
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

    /** Takes a cost for the events since the previous one. */
    void charge(double nanos, long events) {
        latestNanosPerTiming = nanos;
        measuredNanos += nanos * (events - measuredEvents);
        measuredEvents = events;
        nextMeasurement = Math.max(ENOUGH_EVENTS, events + events / 2);
        nanosPerTiming = events == 0 ? nanos : measuredNanos / events;
    }

    /** Prints the cost unless it is unknown or was printed to stderr before. */
    void printOnce(Report report) {
        if (isMeasured() && !printed) {
            printed = true;
            report.overhead(nanosPerTiming);
        }
    }
}
