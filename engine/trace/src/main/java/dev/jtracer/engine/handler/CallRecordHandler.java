// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.pairing.CallRecords;

/**
 * A handler of events that also takes the begins and ends of calls in columns. If every handler of events {@code b}
 * and {@code e} is one, a source with very many calls needs no event for each of them. The calls are those of a
 * traced program: their category is {@code java}.
 *
 * @param <D> the result
 */
public interface CallRecordHandler<D> extends EventHandler<D> {
    /**
     * Takes records, each in place of an event {@code b} or {@code e} without details. They are valid during the
     * call; must not allocate in the steady state of a live recording. Ignores them unless overridden: they have no
     * arguments, their category is that of no other event, and a {@link SpanHandler} takes them as spans. A handler
     * that reads the events of all calls must override this.
     */
    default void handleCalls(CallRecords records) {}
}
