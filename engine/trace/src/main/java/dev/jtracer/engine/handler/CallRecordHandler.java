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
     * call; must not allocate in the steady state of a live recording. Ignores them unless overridden, as a handler
     * of details does.
     */
    default void handleCalls(CallRecords records) {}
}
