// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.json.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A marker of a thread.
 *
 * @param kind the fields it has and where the viewer shows it
 * @param name title of the row in the viewer's marker chart
 * @param endNanos end; equal to the start for a point in time
 * @param text function or arguments; may be empty
 * @param flow name of the flow that joins it to other markers; empty if there is none
 * @param from thread that passed the callback of a run; empty if it is not known
 * @param waitedNanos time from the pass of a callback to its run; 0 if it is not known
 */
record Marker(
        Kind kind,
        String name,
        long startNanos,
        long endNanos,
        String text,
        String flow,
        String from,
        long waitedNanos) {
    enum Kind {
        PASS("Callback passed"),
        RUN("Callback run"),
        THREW("Exception"),
        UNFINISHED("Unfinished"),
        STALL("Stall"),
        EVENT("Event");

        final String title;

        Kind(String title) {
            this.title = title;
        }

        Map<String, Object> schema() {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("name", title);
            schema.put("tooltipLabel", "{marker.name}");
            schema.put("tableLabel", "{marker.data.text}");
            schema.put("chartLabel", "{marker.data.text}");
            schema.put("display", List.of("marker-chart", "marker-table", "timeline-overview"));
            schema.put(
                    "fields",
                    List.of(
                            field("text", this == EVENT || this == STALL ? "Details" : "Method", "string"),
                            field("waited", "Waited", "duration"),
                            field("from", "Passed on thread", "string"),
                            field("flow", "Pass", "flow-id")));
            return schema;
        }

        private static Map<String, Object> field(String key, String label, String format) {
            Map<String, Object> field = new LinkedHashMap<>();
            field.put("key", key);
            field.put("label", label);
            field.put("format", format);
            return field;
        }
    }

    /** The viewer's number for a marker that is a point in time, or an interval. */
    int phase() {
        return startNanos == endNanos ? 0 : 1;
    }

    /** Returns the marker's fields as JSON, the name of the flow by its number among the strings of the file. */
    String json(int flowNumber) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("type", kind.title);
        data.put("text", text);
        if (!from.isEmpty()) {
            data.put("waited", waitedNanos / 1e6);
            data.put("from", from);
        }
        if (!flow.isEmpty()) {
            data.put("flow", flowNumber);
        }
        return JsonText.json(data);
    }
}
