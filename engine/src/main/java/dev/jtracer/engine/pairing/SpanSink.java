// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** Takes spans as {@link SpanPairing} completes them: on every track an inner span before the one around it. */
@FunctionalInterface
public interface SpanSink {
    /** A span is complete. The view is valid during the call. */
    void span(Span span);
}
