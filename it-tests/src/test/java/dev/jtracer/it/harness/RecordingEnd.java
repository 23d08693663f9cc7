// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tracer's own figures at the end of a recording.
 *
 * @param counters by name, from the trace's last event
 */
public record RecordingEnd(Map<String, Long> counters) {
    private static final String EVENT = "\"name\":\"recording end\"";

    /** Reads it from the last segment that the run left. */
    public static RecordingEnd of(JvmResult traced) {
        List<Path> segments = traced.files(".json");
        Path last = segments.get(segments.size() - 1);
        try (Stream<String> lines = Files.lines(last)) {
            String line = lines.filter(text -> text.contains(EVENT))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + EVENT + " in " + last));
            return new RecordingEnd(numbersIn(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns one of the counters. */
    public long counter(String name) {
        Long counter = counters.get(name);
        if (counter == null) {
            throw new AssertionError("no '" + name + "' in " + counters);
        }
        return counter;
    }

    /* Also the event's own fields, such as pid, which no test reads. */
    private static Map<String, Long> numbersIn(String event) throws IOException {
        Map<String, Long> numbers = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(event)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_INT) {
                    numbers.put(parser.currentName(), parser.getLongValue());
                }
                if (token == JsonToken.END_OBJECT && parser.getParsingContext().inRoot()) {
                    break; // a comma follows
                }
            }
        }
        return numbers;
    }
}
