// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.RetainedEvents;
import dev.jtracer.engine.pairing.PairingCounts;
import java.util.Map;

/**
 * The results of all handlers of one trace, and its source's report. Immutable.
 *
 * @param results result of each handler that did not fail
 * @param failures exceptions of the handlers that failed; empty if none did
 * @param report the source's report; {@link ImportReport#NONE} for a live trace
 * @param pairing counts of unpaired begins and ends
 * @param dropped how many events handlers did not keep, see {@link RetainedEvents}
 */
public record ParsedTrace(
        Map<Class<?>, Object> results,
        Map<Class<?>, RuntimeException> failures,
        ImportReport report,
        PairingCounts pairing,
        long dropped) {
    public ParsedTrace {
        results = Map.copyOf(results);
        failures = Map.copyOf(failures);
    }

    /**
     * Returns the result of a handler.
     *
     * @throws IllegalStateException if the handler failed; its failure is the cause
     * @throws IllegalArgumentException if the handler did not take part
     */
    @SuppressWarnings("unchecked") // the processor put in what this handler's data() returned
    public <D> D data(Class<? extends EventHandler<D>> handler) {
        RuntimeException failure = failures.get(handler);
        if (failure != null) {
            throw new IllegalStateException(handler.getSimpleName() + " failed", failure);
        }
        Object result = results.get(handler);
        if (result == null) {
            throw new IllegalArgumentException("no handler '" + handler.getSimpleName() + "' took part");
        }
        return (D) result;
    }
}
