// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The durations of the parts of a parse, in nanoseconds of the wall clock.
 *
 * @param totalNanos from the start to the last result; for a live trace this includes the wait for events
 * @param readingNanos the part up to the last event: reading, pairing and handling
 * @param events number of events read; 0 for a live trace, whose events are not counted
 * @param finishNanos time that each handler took to finish, in the order in which they finished; without handlers that
 *     failed earlier
 * @param handlingNanos time that each handler took for events and spans, estimated from a sample; empty without {@link
 *     ParseOptions#measureHandlers}
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
