// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.PairingOptions;
import dev.jtracer.engine.pairing.PlainCalls;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A collector of data from the spans of a trace. Begins and ends are paired once, for all handlers of this kind. On
 * each track, inner spans arrive before outer ones. Spans of {@code b} and {@code e} arrive at their ends; unfinished
 * spans and those of other phases arrive last, before {@link #finish}.
 */
public interface SpanHandler<D> extends EventHandler<D> {
    /** Takes a span. The view is valid during the call; must not allocate in the steady state of a live recording. */
    void handleSpan(Span span);

    /**
     * Takes calls of one track that have ended, in place of {@link #handleSpan} for each of them. The batch is valid
     * during the call. Handlers that only count override this: a loop over columns costs a fraction of a call for
     * each span.
     */
    default void handleSpans(SpanBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            handleSpan(batch.span(i));
        }
    }

    /** Returns whether this handler takes all spans, not only passes and runs of callbacks. Called once a trace. */
    default boolean takesCalls() {
        return true;
    }

    /** Returns where calls may be added up in place of {@link #handleSpans}; null if this handler needs more. */
    default PlainCalls.@Nullable CallSums sums() {
        return null;
    }

    /** Returns what this handler needs of spans beyond their times and names. Called once a trace. */
    default PairingOptions options() {
        return PairingOptions.TOTALS;
    }

    /** Returns no phases: a handler of spans does not need their events. */
    @Override
    default Set<Phase> phases() {
        return Set.of();
    }

    @Override
    default void handleEvent(TraceEvent event) {}
}
