// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** Takes spans as {@link SpanPairing} completes them: on every track an inner span before the one around it. */
@FunctionalInterface
public interface SpanSink {
    /** A span is complete. The view is valid during the call. */
    void span(Span span);

    /**
     * Something that has a place among the spans of a track but is no call, see {@link Span.Kind}. Comes in the order of the
     * spans, and only if {@link PairingOptions#marks} says so. The view is valid during the call.
     */
    default void mark(Span mark) {}
}
