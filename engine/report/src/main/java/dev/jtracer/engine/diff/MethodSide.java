// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

/**
 * A method on one side of a comparison.
 *
 * @param recordings recordings in which it was called
 * @param calls finished calls in a recording, on average over all recordings of the side
 * @param totalNanos sum of their durations in a recording, of recursive calls that of the outermost, on average
 * @param selfNanos sum of their own times in a recording, on average
 * @param share part of the own times of all methods
 * @param p50Nanos median of the durations in a recording, on average over those in which it was called
 * @param p99Nanos duration that 99 of 100 calls of a recording do not exceed, on average
 */
public record MethodSide(
        int recordings,
        double calls,
        double totalNanos,
        double selfNanos,
        double share,
        double p50Nanos,
        double p99Nanos) {
    /** A method that was not called. */
    static final MethodSide NONE = new MethodSide(0, 0, 0, 0, 0, 0, 0);
}
