// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** A consumer of spans, which {@link SpanPairing} reports at their ends: on each track inner ones before outer. */
@FunctionalInterface
public interface SpanSink {
    /** Takes a completed span. The view is valid during the call. */
    void span(Span span);

    /**
     * Takes completed calls of one track, in the order of the spans. The batch is valid during the call. By default,
     * takes each of them as a span.
     */
    default void spans(SpanBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            span(batch.span(i));
        }
    }
}
