// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.text.ByteText;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DurationText;
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
    /** Label of the line that says what is woven. */
    public static final String WOVEN = "woven";

    private static final int LABEL_COLUMNS = 17;

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

    /**
     * Returns six lines of what matters, and one for each other counter that is not zero. JMX has all figures, and
     * what tracing costs.
     */
    String text() {
        String woven = CountText.plain(counter("classesWoven"), "class") + ", "
                + CountText.plain(counter("methodsWoven"), "method");
        List<String> lines = new ArrayList<>(List.of(
                line("recording", recording ? "on, for " + DurationText.of(recordedNanos) : "off"),
                line("output", output.isEmpty() ? "none yet" : output),
                line("events", events + (recording ? ", " + Math.round(eventsPerSecond) + " a second" : "")),
                line("memory", ByteText.of(bufferBytes) + " of buffers"),
                line(WOVEN, woven),
                line("lost events", Long.toString(counter(EndFacts.LOST)))));
        for (Item item : counters) {
            if (item.isLine() && !isZero(item.value())) {
                lines.add(line(item.label(), item.value().toString()));
            }
        }
        return String.join("\n", lines);
    }

    private long counter(String key) {
        for (Item item : counters) {
            if (item.key().equals(key) && item.value() instanceof Number number) {
                return number.longValue();
            }
        }
        return 0;
    }

    private static boolean isZero(Object value) {
        return value instanceof Number number && number.doubleValue() == 0;
    }

    private static String line(String label, String value) {
        return label + " ".repeat(Math.max(1, LABEL_COLUMNS - label.length())) + value;
    }
}
