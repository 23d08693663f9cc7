// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.counter.CountersHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import dev.jtracer.engine.handler.sample.SamplesHandler;
import dev.jtracer.engine.handler.web.LayoutShiftsHandler;
import dev.jtracer.engine.handler.web.NetworkRequestsHandler;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that the handlers know by name, with random members of the names that they look at: none may fail. */
class MalformedEventsTest {
    private static final int EVENTS = 1_000;

    private static final List<String> NAMES = List.of(
            "TracingStartedInBrowser",
            "navigationStart",
            "SoftNavigationStart",
            "CpuProfile",
            "Profile",
            "ProfileChunk",
            "LayoutShift",
            "ResourceWillSendRequest",
            "ResourceSendRequest",
            "ResourceReceiveResponse",
            "ResourceFinish",
            "ResourceMarkAsCached",
            "ResourceChangePriority",
            "PreloadRenderBlockingStatusChange",
            "LinkPreconnect",
            "WebSocketCreate",
            "WebSocketSend",
            "WebSocketDestroy",
            "UpdateCounters",
            "process_name",
            "process_labels",
            "process_sort_index",
            "process_uptime_seconds",
            "thread_name",
            "thread_sort_index",
            "num_cpus",
            "Layer");
    private static final String PHASES = "IIIXPPNODCCMMR";
    private static final List<String> KEYS = List.of(
            "data",
            "frame",
            "frames",
            "isOutermostMainFrame",
            "isInPrimaryMainFrame",
            "url",
            "parent",
            "navigationId",
            "documentLoaderURL",
            "context",
            "URL",
            "requestId",
            "identifier",
            "priority",
            "timing",
            "requestTime",
            "dnsStart",
            "dnsEnd",
            "sendStart",
            "sendEnd",
            "receiveHeadersEnd",
            "finishTime",
            "stackTrace",
            "initiator",
            "headers",
            "cpuProfile",
            "nodes",
            "samples",
            "timeDeltas",
            "startTime",
            "endTime",
            "id",
            "parent",
            "children",
            "callFrame",
            "functionName",
            "lineNumber",
            "source",
            "snapshot",
            "cat",
            "base_type",
            "id_ref",
            "pid_ref",
            "weighted_score_delta",
            "had_recent_input",
            "name",
            "labels",
            "sort_index",
            "number",
            "uptime",
            "value",
            "statusCode",
            "pushStart",
            "encodedDataLength",
            "dataLength");

    private static final class Events {
        private final Random random;

        Events(long seed) {
            random = new Random(seed);
        }

        String json() {
            List<Object> events = new ArrayList<>();
            for (int i = 0; i < EVENTS; i++) {
                events.add(event());
            }
            return JsonText.json(events);
        }

        private Map<String, @Nullable Object> event() {
            Map<String, @Nullable Object> event = new LinkedHashMap<>();
            event.put("ph", String.valueOf(PHASES.charAt(random.nextInt(PHASES.length()))));
            event.put("name", NAMES.get(random.nextInt(NAMES.size())));
            event.put("ts", random.nextInt(8) == 0 ? 9_000_000_000_000_000L : random.nextInt(20_000_000));
            event.put("pid", random.nextInt(3));
            event.put("tid", random.nextInt(3));
            event.put("id", random.nextInt(4) == 0 ? null : "0x" + random.nextInt(4));
            event.put("sf", random.nextInt(3) == 0 ? value(2) : null);
            event.put("stack", random.nextInt(3) == 0 ? value(2) : null);
            event.put("args", members(0));
            return event;
        }

        private Map<String, @Nullable Object> members(int depth) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            if (random.nextInt(10) > 0) {
                members.put(depth == 0 ? "data" : "cpuProfile", value(depth + 1));
            }
            for (int i = random.nextInt(12); i > 0; i--) {
                members.put(KEYS.get(random.nextInt(KEYS.size())), value(depth + 1));
            }
            return members;
        }

        private @Nullable Object value(int depth) {
            return switch (random.nextInt(depth < 4 ? 14 : 8)) {
                case 0 -> null;
                case 1 -> random.nextInt(5);
                case 2 -> random.nextLong();
                case 3 -> random.nextDouble() * 1e300;
                case 4 -> -random.nextDouble();
                case 5 -> random.nextBoolean();
                case 6 ->
                    List.of("", "main", "http:", "https://", "https://a.example/", "data:x", "T/0x1", "/")
                            .get(random.nextInt(8));
                case 7 -> "0x" + random.nextInt(4);
                case 8, 9, 10 -> list(depth);
                default -> members(depth);
            };
        }

        private List<@Nullable Object> list(int depth) {
            List<@Nullable Object> items = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                items.add(value(depth + 1));
            }
            return items;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void handlers_neverFail(long seed) throws IOException {
        byte[] json = new Events(seed).json().getBytes(StandardCharsets.UTF_8);

        ParsedTrace trace = new TraceProcessor(List.<EventHandler<?>>of(
                        new MetaHandler(),
                        new CountersHandler(),
                        new ObjectSnapshotsHandler(),
                        new SamplesHandler(),
                        new NetworkRequestsHandler(),
                        new LayoutShiftsHandler()))
                .parse(new ChromeTraceReader("random.json", new ByteArrayInputStream(json)));

        assertThat(trace.failures()).isEmpty();
        assertThat(trace.data(ObjectSnapshotsHandler.class).objects()).isNotEmpty();
        assertThat(trace.data(CountersHandler.class).counters()).isNotEmpty();
        assertThat(trace.data(SamplesHandler.class).profiles()).isNotEmpty();
        assertThat(trace.data(NetworkRequestsHandler.class).problems()).isNotEmpty();
    }
}
