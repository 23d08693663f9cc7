// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

/**
 * A call that a window may surround.
 *
 * @param track index of its track
 * @param startNanos when it began, as in the trace
 * @param endNanos when it ended
 */
public record FoundCall(int track, String name, long startNanos, long endNanos) {
    public long durationNanos() {
        return endNanos - startNanos;
    }
}
