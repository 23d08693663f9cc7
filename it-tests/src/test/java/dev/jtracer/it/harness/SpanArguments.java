// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The spans of a trace with their arguments. */
public final class SpanArguments {
    private SpanArguments() {}

    /**
     * Returns the spans with a name, in the order of their begins:
     * {@code NAME {ARGUMENTS OF THE BEGIN} {ARGUMENTS OF THE END}}. An end belongs to the innermost open span of its
     * name, so the spans must be of one thread, or have different names.
     */
    public static List<String> read(Path trace, Predicate<String> names) throws IOException {
        List<String> spans = new ArrayList<>();
        List<Integer> open = new ArrayList<>();
        List<String> openNames = new ArrayList<>();
        for (String line : Files.readAllLines(trace)) {
            boolean begins = line.startsWith("{\"ph\":\"b\"");
            if (!begins && !line.startsWith("{\"ph\":\"e\"")) {
                continue;
            }
            Map<String, Object> event =
                    JsonValue.object(line.endsWith(",") ? line.substring(0, line.length() - 1) : line);
            String name = String.valueOf(event.get("name"));
            if (!names.test(name)) {
                continue;
            }
            String args = String.valueOf(event.getOrDefault("args", Map.of()));
            if (begins) {
                open.add(spans.size());
                openNames.add(name);
                spans.add(name + " " + args);
            } else {
                int innermost = openNames.lastIndexOf(name);
                openNames.remove(innermost);
                int begun = open.remove(innermost);
                spans.set(begun, spans.get(begun) + " " + args);
            }
        }
        return spans;
    }
}
