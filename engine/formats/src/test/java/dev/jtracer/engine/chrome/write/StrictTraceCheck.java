// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks one file by what viewers demand, without any code of the engine: strict JSON, one event a line, every span
 * closed by its own name in nesting order, named threads, times in order per thread and never negative; passes
 * without length and with a number of their own, arrows that go out of passes and into runs of callbacks only.
 */
final class StrictTraceCheck {
    private static final JsonFactory STRICT = new JsonFactory();

    final List<Map<String, @Nullable Object>> events = new ArrayList<>();
    private final Map<Object, Deque<Map<String, @Nullable Object>>> open = new HashMap<>();
    private final Map<Object, BigDecimal> lastTimes = new HashMap<>();
    private final Map<Object, Object> threadNames = new HashMap<>();
    private final Set<Object> passNumbers = new HashSet<>();
    int maxDepth;
    int passes;
    int runs;

    static StrictTraceCheck of(byte[] file) throws IOException {
        StrictTraceCheck check = new StrictTraceCheck();
        try (JsonParser parser = STRICT.createParser(file)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                int line = parser.currentLocation().getLineNr();
                assertThat(line).as("line of event").isEqualTo(check.events.size() + 2);
                check.take(object(parser));
                assertThat(parser.currentLocation().getLineNr()).isEqualTo(line);
            }
            assertThat(parser.currentToken()).isEqualTo(JsonToken.END_ARRAY);
            assertThat(parser.nextToken()).isNull();
        }
        check.open.forEach(
                (track, spans) -> assertThat(spans).as("open on %s", track).isEmpty());
        return check;
    }

    private void take(Map<String, @Nullable Object> event) {
        events.add(event);
        assertThat(event.get("name")).isInstanceOf(String.class);
        Object phase = event.get("ph");
        Object tid = required(event, "tid");
        if ("M".equals(phase)) {
            if ("thread_name".equals(event.get("name"))) {
                threadNames.put(tid, required(event, "args"));
            }
            return;
        }
        BigDecimal ts = (BigDecimal) required(event, "ts");
        assertThat(ts.scale()).as("decimals of %s", ts).isEqualTo(3);
        assertThat(ts.signum()).isNotNegative();
        if (!tid.toString().equals("0")) {
            BigDecimal last = lastTimes.put(tid, ts);
            assertThat(last == null || last.compareTo(ts) <= 0)
                    .as("%s before %s on %s", last, ts, tid)
                    .isTrue();
            assertThat(threadNames).containsKey(tid);
        }
        if ("b".equals(phase) || "e".equals(phase)) {
            takeSpan(event, "b".equals(phase));
        }
    }

    private void takeSpan(Map<String, @Nullable Object> event, boolean begin) {
        boolean stall = required(event, "tid").toString().equals("0");
        assertThat(event.get("cat")).isEqualTo(stall ? "jtracer" : "java");
        Object id = required(event, "id2");
        Deque<Map<String, @Nullable Object>> stack = open.computeIfAbsent(id, key -> new ArrayDeque<>());
        if (begin) {
            assertThat(stack.isEmpty())
                    .as("outermost span names the thread")
                    .isEqualTo(stall || args(event).containsKey("thread"));
            takeFlow(event);
            stack.push(event);
            maxDepth = Math.max(maxDepth, stack.size());
            return;
        }
        Map<String, @Nullable Object> opened = stack.poll();
        assertThat(opened).as("open span for %s", event).isNotNull();
        for (String member : new String[] {"name", "pid", "tid"}) {
            assertThat(event.get(member)).isEqualTo(opened == null ? null : opened.get(member));
        }
        if (opened != null && args(opened).containsKey("pass")) {
            assertThat(event.get("ts")).isEqualTo(opened.get("ts"));
            assertThat(events.get(events.size() - 2)).as("stands alone").isSameAs(opened);
        }
        assertThat(event).doesNotContainKeys("bind_id", "flow_in", "flow_out");
    }

    private void takeFlow(Map<String, @Nullable Object> event) {
        boolean pass = args(event).containsKey("pass");
        boolean run = args(event).containsKey("callback");
        boolean continued = args(event).containsKey("cont");
        assertThat(event.containsKey("flow_out")).isEqualTo(pass);
        if (event.containsKey("flow_in")) {
            assertThat(run && !continued).as("run in %s", event).isTrue();
        }
        boolean ambiguous = args(event).containsKey("ambiguous");
        assertThat(event.containsKey("flow_in") && ambiguous)
                .as("arrow in %s", event)
                .isFalse();
        assertThat(event.containsKey("bind_id")).isEqualTo(event.containsKey("flow_in") || pass || ambiguous);
        if (event.containsKey("bind_id")) {
            assertThat((String) event.get("bind_id")).matches("0x(0|[1-9a-f][0-9a-f]{0,15})");
        }
        if (pass) {
            passes++;
            assertThat(passNumbers.add(required(event, "bind_id"))).isTrue();
        } else if (run && !continued) {
            runs++;
        }
    }

    @SuppressWarnings("unchecked") // objects inside a tree are maps with string keys
    static Map<String, @Nullable Object> args(Map<String, @Nullable Object> event) {
        return event.get("args") instanceof Map<?, ?> args ? (Map<String, @Nullable Object>) args : Map.of();
    }

    private static Object required(Map<String, @Nullable Object> event, String member) {
        Object value = event.get(member);
        if (value == null) {
            throw new AssertionError("no '" + member + "' in " + event);
        }
        return value;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            assertThat(members.containsKey(name)).as("second '%s'", name).isFalse();
            members.put(name, value(parser));
        }
        return members;
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw new AssertionError("unexpected " + parser.currentToken());
        };
    }
}
