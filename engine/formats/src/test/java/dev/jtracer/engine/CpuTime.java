// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** The time that a thread has computed: unlike the clock's time it does not grow while other programs run. */
public final class CpuTime {
    private CpuTime() {}

    /** Returns the processor time of an action on this thread. */
    public static Duration of(Runnable action) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        action.run();
        return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
    }
}
