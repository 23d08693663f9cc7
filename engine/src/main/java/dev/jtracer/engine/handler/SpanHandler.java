// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.PairingOptions;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanSink;
import java.util.Set;

/**
 * Collects from the spans of a trace: its begins and ends are paired once, for all handlers of this kind. Spans come on each
 * track from the inside out. Those of {@code b} and {@code e} come when they end; those that never ended, and all that other
 * phases tell, come last, before {@link #finish}.
 */
public interface SpanHandler<D> extends EventHandler<D> {
    /** Takes a span. The view is valid during the call; must not allocate in the steady state of a live recording. */
    void handleSpan(Span span);

    /** Whether this handler takes all spans, and not only passings and runs of callbacks. Called once a trace. */
    default boolean takesCalls() {
        return true;
    }

    /** Whether spans shall carry copies of their events, see {@link Span#begin}. */
    default boolean needsDetails() {
        return false;
    }

    /** Whether this handler reads the categories, events or threads of spans, see {@link PairingOptions#origins}. */
    default boolean needsOrigins() {
        return true;
    }

    /** Whether this handler keeps every span, see {@link PairingOptions#keepsSpans}. */
    default boolean keepsSpans() {
        return false;
    }

    /** Whether this handler takes marks. */
    default boolean needsMarks() {
        return false;
    }

    /** Takes a mark, see {@link SpanSink#mark}. Called only if some handler {@link #needsMarks}. The view is valid during the call. */
    default void handleMark(Span mark) {}

    /** None: who takes spans need not see their events. */
    @Override
    default Set<Phase> phases() {
        return Set.of();
    }

    @Override
    default void handleEvent(TraceEvent event) {}
}
