// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.control.TracerStatus;

/** The tracer's state and its counters, read by any thread. */
final class StatusView {
    private final CurrentRecording current;
    private final DrainThread thread;
    private final RecorderSpool spool;
    private final Counters counters;

    StatusView(CurrentRecording current, DrainThread thread, RecorderSpool spool, Counters counters) {
        this.current = current;
        this.thread = thread;
        this.spool = spool;
        this.counters = counters;
    }

    TracerStatus status() {
        return new TracerStatus(
                current.get() != null && !thread.hasFailed(),
                current.output(),
                current.number(),
                spool.events(),
                counters.ofStatus());
    }
}
