// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.handler.EventHandler;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An estimate of each handler's time for events and spans, measured at one event of many. */
final class HandlerClock {
    // Two readings of the clock take about as long as a handler, so measuring every event would mostly measure the
    // clock.
    private static final int EVENTS_PER_SAMPLE = 512;

    private final Map<Class<?>, long[]> sampledNanos = new HashMap<>();
    private final long readingNanos = cheapestReading();
    private int untilSample;
    private boolean sampling;

    HandlerClock(List<EventHandler<?>> handlers) {
        handlers.forEach(handler -> sampledNanos.put(handler.getClass(), new long[1]));
    }

    /** Counts an event. Call it before each event. */
    void nextEvent() {
        sampling = --untilSample < 0;
        if (sampling) {
            untilSample = EVENTS_PER_SAMPLE - 1;
        }
    }

    /** Returns whether handlers are measured at this event. */
    boolean sampling() {
        return sampling;
    }

    /** Adds the time from {@code sinceNanos} until now to a handler. */
    void add(EventHandler<?> handler, long sinceNanos) {
        long nanos = Math.max(0, System.nanoTime() - sinceNanos - readingNanos);
        long[] sum = sampledNanos.get(handler.getClass());
        if (sum != null) {
            sum[0] += nanos;
        }
    }

    /** Returns the estimates, in the order of the handlers given. */
    Map<Class<?>, Long> nanos(List<EventHandler<?>> handlers) {
        Map<Class<?>, Long> nanos = new LinkedHashMap<>();
        for (EventHandler<?> handler : handlers) {
            long[] sum = sampledNanos.get(handler.getClass());
            if (sum != null) {
                nanos.put(handler.getClass(), sum[0] * EVENTS_PER_SAMPLE);
            }
        }
        return nanos;
    }

    private static long cheapestReading() {
        long cheapest = Long.MAX_VALUE;
        for (int i = 0; i < 1_000; i++) {
            long start = System.nanoTime();
            cheapest = Math.min(cheapest, System.nanoTime() - start);
        }
        return cheapest;
    }
}
