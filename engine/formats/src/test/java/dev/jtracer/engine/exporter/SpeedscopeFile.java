// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads speedscope's format by its published schema, without any code of the engine, and checks its rules. */
final class SpeedscopeFile {
    final List<CallRow> rows = new ArrayList<>();
    final Map<String, Object> root;
    private final List<String> frames = new ArrayList<>();

    SpeedscopeFile(byte[] file) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(file)) {
            parser.nextToken();
            root = object(value(parser));
            assertThat(parser.nextToken()).isNull();
        }
        assertThat(root).containsEntry("$schema", "https://www.speedscope.app/file-format-schema.json");
        for (Object frame : list(object(member(root, "shared")), "frames")) {
            frames.add((String) member(object(frame), "name"));
        }
        assertThat(frames).doesNotHaveDuplicates();
        list(root, "profiles").forEach(profile -> readProfile(object(profile)));
    }

    private void readProfile(Map<String, Object> profile) {
        if ("sampled".equals(profile.get("type"))) {
            return; // a profile of samples beside the calls
        }
        assertThat(profile).containsEntry("type", "evented").containsEntry("unit", "microseconds");
        String thread = (String) member(profile, "name");
        long last = nanos(member(profile, "startValue"));
        Deque<Integer> openRows = new ArrayDeque<>();
        Deque<Integer> openFrames = new ArrayDeque<>();
        for (Object item : list(profile, "events")) {
            Map<String, Object> event = object(item);
            long at = nanos(member(event, "at"));
            assertThat(at).as("time of %s", event).isGreaterThanOrEqualTo(last);
            last = at;
            int frame = ((BigDecimal) member(event, "frame")).intValueExact();
            if ("O".equals(member(event, "type"))) {
                openRows.push(rows.size());
                rows.add(new CallRow(thread, openFrames.size(), frames.get(frame), at, at, false, false));
                openFrames.push(frame);
            } else {
                assertThat(member(event, "type")).isEqualTo("C");
                assertThat(openFrames.pop()).isEqualTo(frame);
                int index = openRows.pop();
                CallRow row = rows.get(index);
                rows.set(index, new CallRow(thread, row.depth(), row.name(), row.start(), at, false, false));
            }
        }
        assertThat(openFrames).isEmpty();
        assertThat(nanos(member(profile, "endValue"))).isGreaterThanOrEqualTo(last);
    }

    private static long nanos(Object micros) {
        return ((BigDecimal) micros).movePointRight(3).longValueExact();
    }

    private static Object member(Map<String, Object> object, String name) {
        Object value = object.get(name);
        if (value == null) {
            throw new AssertionError("no '" + name + "' in " + object);
        }
        return value;
    }

    private static List<?> list(Map<String, Object> object, String name) {
        return (List<?>) member(object, name);
    }

    @SuppressWarnings("unchecked") // what value() makes of an object
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    assertThat(members.put(name, value(parser)))
                            .as("second '%s'", name)
                            .isNull();
                }
                yield members;
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield items;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            default -> throw new AssertionError("unexpected " + parser.currentToken());
        };
    }
}
