// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import java.util.concurrent.TimeUnit;

/**
 * The lines about stalls of the whole JVM and lacks of cores, at most one in ten seconds: an overloaded machine has
 * several a second. A line counts those that had none before it; all stalls are in the trace. Used by one thread.
 */
public final class StallLines {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Report report;
    private boolean begun;
    private long printedNanos;
    private int unprinted;
    private long longestNanos;

    public StallLines(Report report) {
        this.report = report;
    }

    /**
     * Prints a stall, or counts it for the next line.
     *
     * @param forLackOfCores whether it was only a lack of cores
     * @param now the stall's end, as of {@link System#nanoTime}
     */
    public void add(long lateNanos, boolean forLackOfCores, long now) {
        if (begun && now - printedNanos < PERIOD_NANOS) {
            unprinted++;
            longestNanos = Math.max(longestNanos, lateNanos);
            return;
        }
        report.stall(lateNanos, forLackOfCores, unprinted, longestNanos);
        begun = true;
        printedNanos = now;
        unprinted = 0;
        longestNanos = 0;
    }
}
