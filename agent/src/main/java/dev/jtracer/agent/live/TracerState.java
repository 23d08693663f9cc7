// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

/**
 * The tracer's state at the moment of a snapshot. Times are in nanoseconds of the traced JVM's
 * {@link System#nanoTime}.
 *
 * @param nanos time of the snapshot
 * @param recording whether a recording is going on
 * @param output file of the current or last recording; empty before the first
 * @param startNanos start of the recording
 * @param sinceNanos start of the totals: that of the recording or the last reset
 * @param threads threads with a buffer: live platform threads that were traced, and carriers of virtual threads
 * @param events records drained since the JVM started
 * @param lost records lost since the JVM started
 * @param stalls stalls of the JVM since the recording started
 * @param longestStallNanos the longest of them
 * @param nanosPerTiming cost of a call's entry or exit; 0 before it is measured
 * @param notFollowed types of objects that are passed to libraries and not followed; empty if there are none
 * @param problem why the totals are those of an earlier moment; empty if they are not
 */
public record TracerState(
        long nanos,
        boolean recording,
        String output,
        long startNanos,
        long sinceNanos,
        int threads,
        long events,
        long lost,
        long stalls,
        long longestStallNanos,
        double nanosPerTiming,
        String notFollowed,
        String problem) {}
