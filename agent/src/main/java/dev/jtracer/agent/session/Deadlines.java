// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.AgentOptions.FileOptions;

/** Deadlines of stops, which wait for the tracer's thread, as instants of {@link System#nanoTime}. */
final class Deadlines {

    /* Closing a recording takes milliseconds. It is given this time also where the user wants no trace at the exit.
     * */
    private static final long SHORTEST_STOP_NANOS = 1_000_000_000;

    private final long exitNanos;

    Deadlines(FileOptions options) {
        this.exitNanos = options.exitNanos();
    }

    /** Returns the deadline of a stop that begins now. */
    long stop() {
        return System.nanoTime() + DrainThread.COMMAND_NANOS + exitNanos;
    }

    /** Returns how long the totals may take to catch up at a stop. */
    long longestReplayNanos() {
        return exitNanos;
    }

    /** Returns the deadline of an exit that begins now. */
    long exit() {
        return System.nanoTime() + exitNanos;
    }

    /** Returns the deadline of the stop that an exit makes. */
    long stopAtExit(long exitDeadline) {
        return Math.max(exitDeadline, System.nanoTime() + SHORTEST_STOP_NANOS);
    }

    /** Returns how long the totals may take at the exit: half of the time, so that the rest is left for the trace. */
    long longestReplayNanosAtExit() {
        return exitNanos / 2;
    }
}
