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
     * The part of a status in which people see a figure: the first six lines, a line of its own, or none, only JMX.
     */
    public enum Place {
        SUMMARY,
        LINE,
        JMX
    }

    /**
     * One figure with its names.
     *
     * @param key its name for programs
     * @param label its name for people
     * @param value a Boolean, Integer, Long, Double or String
     * @param place where people see it
     */
    public record Item(String key, String label, Object value, Place place) {}

    /** Returns all figures in display order. */
    List<Item> items() {
        List<Item> items = new ArrayList<>();
        items.add(new Item("recording", "recording", recording, Place.SUMMARY));
        items.add(new Item("output", "output", output, Place.SUMMARY));
        items.add(new Item("recordings", "recordings", recordings, Place.JMX));
        items.add(new Item("events", "events", events, Place.SUMMARY));
        items.add(new Item("recordedNanos", "ns recorded", recordedNanos, Place.SUMMARY));
        items.add(new Item("eventsPerSecond", "events a second", eventsPerSecond, Place.SUMMARY));
        items.add(new Item("bufferBytes", "bytes of buffers", bufferBytes, Place.SUMMARY));
        items.addAll(counters);
        return items;
    }
}
