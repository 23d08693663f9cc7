// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** Takes spans as {@link SpanPairing} completes them: on every track an inner span before the one around it. */
@FunctionalInterface
public interface SpanSink {
    /**
     * A span is complete.
     *
     * @param track index of its track
     * @param nameIndex index of its name, which is that of its begin
     * @param startNanos when it began
     * @param endNanos when it ended, not before {@code startNanos}
     * @param selfNanos the part of it outside of the spans within it, at least 0
     * @param depth level on its track, 0 for the outermost
     * @param flags the {@link dev.jtracer.engine.event.SpanFlags} of its begin and end together
     */
    void span(int track, int nameIndex, long startNanos, long endNanos, long selfNanos, int depth, int flags);
}
