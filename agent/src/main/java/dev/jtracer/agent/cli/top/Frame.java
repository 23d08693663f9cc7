// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.thread.CpuTime;
import java.util.Optional;

/**
 * The figures that one frame of the table shows.
 *
 * @param pid process id of the traced JVM
 * @param window what happened since the previous frame
 * @param cpu CPU time of the JVM in that time; empty if unknown
 * @param cpuNanos length of the time that {@code cpu} counts
 */
record Frame(long pid, Window window, Optional<CpuTime> cpu, long cpuNanos) {
    /** Returns the cores that the whole JVM has kept busy; NaN if unknown. */
    double jvmCores() {
        return cores(cpu.map(CpuTime::processNanos));
    }

    /** Returns the cores that the tracer's threads have kept busy; NaN if unknown. */
    double tracerThreadCores() {
        return cores(cpu.map(CpuTime::tracerNanos));
    }

    /** Returns the tracer's part of the JVM's CPU time, 0 to 1; NaN if unknown. */
    double tracerShare() {
        double jvm = jvmCores();
        return jvm > 0 ? Math.min(1, (window.recordingCores() + tracerThreadCores()) / jvm) : Double.NaN;
    }

    private double cores(Optional<Long> nanos) {
        return nanos.isEmpty() || cpuNanos <= 0 ? Double.NaN : (double) nanos.get() / cpuNanos;
    }
}
