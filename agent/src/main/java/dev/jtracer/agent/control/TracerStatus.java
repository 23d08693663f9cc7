// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.util.ArrayList;
import java.util.List;

/**
 * A snapshot of the tracer's state and of its counters since the JVM started.
 *
 * @param recording whether calls are being recorded now
 * @param output the file of the current or last recording; empty before the first
 * @param recordings recordings started so far
 * @param events records drained from the application's threads
 * @param recordedNanos time since the current recording began; 0 without one
 * @param eventsPerSecond events of the current recording, divided by that time; 0 without one
 * @param bufferBytes memory of the buffers that threads record into
 * @param counters losses, waits, weaving and overhead, in display order
 */
public record TracerStatus(
        boolean recording,
        String output,
        int recordings,
        long events,
        long recordedNanos,
        double eventsPerSecond,
        long bufferBytes,
        List<Item> counters) {
    /**
     * One figure with its names.
     *
     * @param key its name for programs
     * @param label its name for people
     * @param value a Boolean, Integer, Long, Double or String
     * @param isLine whether it has a line of its own in the status for people
     */
    public record Item(String key, String label, Object value, boolean isLine) {}

    /** Returns all figures in display order. */
    List<Item> items() {
        List<Item> items = new ArrayList<>();
        items.add(new Item("recording", "recording", recording, false));
        items.add(new Item("output", "output", output, false));
        items.add(new Item("recordings", "recordings", recordings, false));
        items.add(new Item("events", "events", events, false));
        items.add(new Item("recordedNanos", "ns recorded", recordedNanos, false));
        items.add(new Item("eventsPerSecond", "events a second", eventsPerSecond, false));
        items.add(new Item("bufferBytes", "bytes of buffers", bufferBytes, false));
        items.addAll(counters);
        return items;
    }
}
