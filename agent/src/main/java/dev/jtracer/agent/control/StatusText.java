// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.engine.text.ByteText;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DurationText;

/**
 * The text of a status: six lines of what matters, and one for each other counter that is not zero. JMX has all
 * figures, and what tracing costs.
 */
public final class StatusText {
    /** Label of the line that says what is woven. */
    public static final String WOVEN = "woven";

    private final StringBuilder lines = new StringBuilder();

    private StatusText(TracerStatus status) {
        line("recording", status.recording() ? "on, for " + DurationText.of(status.recordedNanos()) : "off");
        line("output", status.output().isEmpty() ? "none yet" : status.output());
        line(
                "events",
                status.events()
                        + (status.recording() ? ", " + Math.round(status.eventsPerSecond()) + " a second" : ""));
        line("memory", ByteText.of(status.bufferBytes()) + " of buffers");
        line(
                WOVEN,
                CountText.plain(value(status, "classesWoven"), "class") + ", "
                        + CountText.plain(value(status, "methodsWoven"), "method"));
        line("lost events", Long.toString(value(status, "lostEvents")));
        for (TracerStatus.Item item : status.counters()) {
            if (item.isLine() && !isZero(item.value())) {
                line(item.label(), item.value().toString());
            }
        }
    }

    static String of(TracerStatus status) {
        return new StatusText(status).lines.toString();
    }

    private static long value(TracerStatus status, String key) {
        for (TracerStatus.Item item : status.counters()) {
            if (item.key().equals(key) && item.value() instanceof Number number) {
                return number.longValue();
            }
        }
        return 0;
    }

    private static boolean isZero(Object value) {
        return value instanceof Number number && number.doubleValue() == 0;
    }

    private void line(String label, String value) {
        lines.append(lines.length() == 0 ? "" : "\n")
                .append(label + " ".repeat(Math.max(1, 17 - label.length())) + value);
    }
}
