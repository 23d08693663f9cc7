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
import org.jspecify.annotations.Nullable;

/**
 * Reads Firefox Profiler's processed format by its documentation, without any code of the engine, and checks its
 * rules.
 */
public final class FirefoxFile {
    /** The calls, by thread, in the order of their begins. */
    public final List<CallRow> rows = new ArrayList<>();
    /** The markers: {@code thread: name start+duration fields}. */
    public final List<String> markers = new ArrayList<>();

    final Map<String, Object> root;
    private final List<String> strings = new ArrayList<>();
    private final List<Integer> callers = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();

    public FirefoxFile(byte[] file) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(file)) {
            parser.nextToken();
            root = object(value(parser));
            assertThat(parser.nextToken()).isNull();
        }
        assertThat(object(root, "meta")).containsEntry("preprocessedProfileVersion", new BigDecimal(63));
        Map<String, Object> shared = object(root, "shared");
        list(shared, "stringArray").forEach(string -> strings.add((String) string));
        assertThat(strings).doesNotHaveDuplicates();
        Map<String, Object> stacks = table(shared, "stackTable");
        Map<String, Object> frames = table(shared, "frameTable");
        Map<String, Object> functionTable = table(shared, "funcTable");
        Map<String, Object> resources = table(shared, "resourceTable");
        for (int i = 0; i < integer(stacks.get("length")); i++) {
            int caller = orNone(list(stacks, "prefix").get(i));
            assertThat(caller).isLessThan(i);
            callers.add(caller);
            int function = at(frames, "func", at(stacks, "frame", i));
            int resource = at(functionTable, "resource", function);
            String packageName = resource < 0 ? "" : strings.get(at(resources, "name", resource)) + ".";
            String name = strings.get(at(functionTable, "name", function));
            functions.add(name.startsWith(packageName) ? name : packageName + name);
        }
        list(root, "threads").forEach(thread -> readThread(object(thread)));
    }

    /** Returns the facts about the profile as text. */
    String meta() {
        return object(root, "meta").toString();
    }

    private void readThread(Map<String, Object> thread) {
        Map<String, Object> samples = table(thread, "samples");
        assertThat(samples).containsEntry("weightType", "tracing-ms");
        String name = (String) member(thread, "name");
        Deque<Integer> open = new ArrayDeque<>();
        int stack = -1;
        long last = 0;
        int length = integer(samples.get("length"));
        for (int i = 0; i < length; i++) {
            long nanos = nanos(list(samples, "time").get(i));
            assertThat(nanos).isGreaterThanOrEqualTo(last);
            long weight = nanos(list(samples, "weight").get(i));
            int next = orNone(list(samples, "stack").get(i));
            long until = i + 1 < length ? nanos(list(samples, "time").get(i + 1)) : nanos;
            assertThat(weight).isEqualTo(next < 0 ? 0 : until - nanos);
            assertThat(list(samples, "threadCPUDelta").get(i))
                    .isEqualTo(BigDecimal.valueOf(stack < 0 ? 0 : nanos - last));
            last = nanos;
            if (next >= 0 && callers.get(next) == stack) {
                open.push(rows.size());
                rows.add(new CallRow(name, open.size() - 1, functions.get(next), nanos, nanos, false, false));
            } else if (stack >= 0 && next == callers.get(stack)) {
                int row = open.pop();
                CallRow begun = rows.get(row);
                rows.set(row, new CallRow(name, begun.depth(), begun.name(), begun.start(), nanos, false, false));
            } else {
                assertThat(next).isEqualTo(stack);
            }
            stack = next;
        }
        assertThat(open).isEmpty();
        readMarkers(name, table(thread, "markers"));
    }

    private void readMarkers(String thread, Map<String, Object> table) {
        for (int i = 0; i < integer(table.get("length")); i++) {
            long start = nanos(list(table, "startTime").get(i));
            long duration = nanos(list(table, "endTime").get(i)) - start;
            assertThat(at(table, "phase", i)).isEqualTo(duration == 0 ? 0 : 1);
            Map<String, Object> data =
                    new LinkedHashMap<>(object(list(table, "data").get(i)));
            assertThat(list(object(root, "meta"), "markerSchema").toString()).contains("name=" + data.remove("type"));
            data.computeIfPresent("flow", (key, flow) -> strings.get(integer(flow)));
            markers.add(thread + ": " + strings.get(at(table, "name", i)) + " " + start + "+" + duration + " " + data);
        }
    }

    /** Returns a table after a check of the lengths of its columns. */
    private static Map<String, Object> table(Map<String, Object> parent, String name) {
        Map<String, Object> table = object(parent, name);
        int length = integer(table.get("length"));
        table.forEach((column, values) -> {
            if (values instanceof List<?> list) {
                assertThat(list).as(name + "." + column).hasSize(length);
            }
        });
        return table;
    }

    private static int at(Map<String, Object> table, String column, int index) {
        return integer(list(table, column).get(index));
    }

    private static int orNone(@Nullable Object number) {
        return number == null ? -1 : integer(number);
    }

    private static int integer(@Nullable Object number) {
        return number instanceof BigDecimal decimal ? decimal.intValueExact() : fail("no number: " + number);
    }

    private static long nanos(@Nullable Object millis) {
        return millis instanceof BigDecimal decimal
                ? decimal.movePointRight(6).longValueExact()
                : fail("no time: " + millis);
    }

    private static int fail(String message) {
        throw new AssertionError(message);
    }

    private static Object member(Map<String, Object> object, String name) {
        Object value = object.get(name);
        if (value == null) {
            throw new AssertionError("no '" + name + "' in " + object);
        }
        return value;
    }

    private static List<@Nullable Object> list(Map<String, Object> object, String name) {
        @SuppressWarnings("unchecked") // what value() makes of an array
        List<@Nullable Object> list = (List<@Nullable Object>) member(object, name);
        return list;
    }

    private static Map<String, Object> object(Map<String, Object> object, String name) {
        return object(member(object, name));
    }

    @SuppressWarnings("unchecked") // what value() makes of an object
    private static Map<String, Object> object(@Nullable Object value) {
        return (Map<String, Object>) (value == null ? fail("no object") : value);
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    Object value = value(parser);
                    if (value != null) {
                        assertThat(members.put(name, value)).isNull();
                    }
                }
                yield members;
            }
            case START_ARRAY -> {
                List<@Nullable Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield items;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new AssertionError("unexpected " + parser.currentToken());
        };
    }
}
