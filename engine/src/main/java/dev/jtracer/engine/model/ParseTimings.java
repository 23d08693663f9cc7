// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the time of a parse went, in nanoseconds of the wall clock.
 *
 * @param totalNanos from the start to the last result; of a live trace this includes the waiting for events
 * @param readingNanos the part up to the last event: reading, pairing and handling
 * @param events events read; 0 for a live trace, where nobody counts them
 * @param finishNanos what each handler took to finish, in the order in which they finished; without those that failed before
 * @param handlingNanos what each handler took for events and spans, estimated from a sample; empty unless
 *     {@link ParseOptions#measureHandlers} says so
 */
public record ParseTimings(
        long totalNanos,
        long readingNanos,
        long events,
        Map<Class<?>, Long> finishNanos,
        Map<Class<?>, Long> handlingNanos) {
    public ParseTimings {
        finishNanos = Collections.unmodifiableMap(new LinkedHashMap<>(finishNanos));
        handlingNanos = Collections.unmodifiableMap(new LinkedHashMap<>(handlingNanos));
    }
}
