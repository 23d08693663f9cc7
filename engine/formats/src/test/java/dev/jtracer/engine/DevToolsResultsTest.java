// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.web.LayoutShifts;
import dev.jtracer.engine.handler.web.LayoutShiftsHandler;
import dev.jtracer.engine.handler.web.NetworkRequests;
import dev.jtracer.engine.handler.web.NetworkRequestsHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.json.JsonObjects;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real traces: what DevTools' own engine makes of them is what these handlers make of them, but for the differences
 * that are meant. Skipped without the traces, like {@link FixturesTest}.
 */
class DevToolsResultsTest {
    private static final String ZERO = "a time of 0 is the start of a relative clock; DevTools takes it for metadata";
    private static final String INSTANTS = "lower-case instants lie in time; DevTools does not know them";
    private static final String OBJECTS = "snapshots of objects lie in time; DevTools knows B, E, X and I only";
    private static final String LEGACY_ASYNC = "S, T and F lie in time; DevTools knows B, E, X and I only";
    private static final String ASYNC = "b, e and n lie in time; DevTools knows B, E, X and I only";
    private static final String SAMPLES = "samples lie in time; DevTools knows B, E, X and I only";

    /** Why the bounds of a trace are not those of DevTools. */
    private static final Map<String, String> OTHER_BOUNDS = Map.ofEntries(
            Map.entry("bazel-java/local-jobs-100.json.gz", INSTANTS),
            Map.entry("bazel-java/tiny.json.gz", INSTANTS),
            Map.entry("catapult/async_begin_end.json", LEGACY_ASYNC),
            Map.entry("catapult/flow_simple.json", ZERO),
            Map.entry("catapult/gpu_state_trace.json", OBJECTS),
            Map.entry("catapult/instant_events.json", INSTANTS),
            Map.entry("catapult/nanoseconds.json", ZERO),
            Map.entry("catapult/nestable_async.json", ASYNC),
            Map.entry("catapult/perf_sampling_trace_with_trace_events.json.gz", SAMPLES),
            Map.entry("catapult/picture_trace.json", OBJECTS),
            Map.entry("speedscope/chrome141-no-arg-data.json", SAMPLES),
            Map.entry("speedscope/end-event-with-empty-stack.json", ZERO),
            Map.entry("speedscope/event-reordering-name-match.json", ZERO),
            Map.entry("speedscope/invalid-x-nesting.json", ZERO),
            Map.entry("speedscope/mismatched-name.json", ZERO),
            Map.entry("speedscope/multiprocess.json", ZERO),
            Map.entry("speedscope/must-retain-original-order.json", ZERO),
            Map.entry("speedscope/not-enough-end-events.json", ZERO),
            Map.entry("speedscope/only-begin-events.json", ZERO),
            Map.entry("speedscope/out-of-order.json", ZERO),
            Map.entry("speedscope/simple.json", ZERO),
            Map.entry("speedscope/too-many-end-events.json", ZERO),
            Map.entry("speedscope/x-events-matching-start.json", ZERO),
            Map.entry("speedscope/zero-duration-events.json", ZERO));

    /** The rows of DevTools' results; without those that it fails on, or that are no traces. */
    static Stream<Args> results() throws IOException {
        return Files.readAllLines(FixturesTest.fixture("devtools-engine-results.jsonl")).stream()
                .map(line -> Objects.requireNonNull(JsonObjects.parse(line)))
                .filter(row -> row.text("err") == null && !"speedscope/incomplete-trace.json".equals(row.text("f")));
    }

    /** The traces that DevTools' engine throws on. */
    static Stream<String> failures() throws IOException {
        return Files.readAllLines(FixturesTest.fixture("devtools-engine-results.jsonl")).stream()
                .map(line -> Objects.requireNonNull(JsonObjects.parse(line)))
                .filter(row -> row.text("err") != null)
                .map(row -> Objects.requireNonNull(row.text("f")));
    }

    /** Results by file: each is read once for all tests. */
    private static final Map<String, ParsedTrace> PARSED = new HashMap<>();

    private static ParsedTrace parsed(String file) throws IOException {
        ParsedTrace trace = PARSED.get(file);
        if (trace == null) {
            trace = parse(file);
            PARSED.put(file, trace);
        }
        return trace;
    }

    private static ParsedTrace parse(String file) throws IOException {
        List<EventHandler<?>> handlers =
                List.of(new MetaHandler(), new NetworkRequestsHandler(), new LayoutShiftsHandler());
        ParsedTrace trace = new TraceProcessor(handlers).parse(TraceImport.open(FixturesTest.fixture(file)));
        assertThat(trace.failures()).isEmpty();
        return trace;
    }

    @ParameterizedTest
    @MethodSource("results")
    void network_isThatOfDevTools(Args row) throws IOException {
        NetworkRequests network = parsed(file(row)).data(NetworkRequestsHandler.class);

        assertThat(network.byTime()).hasSize(number(row, "net").intValue());
        assertThat(network.webSockets()).hasSize(number(row, "ws").intValue());
    }

    @ParameterizedTest
    @MethodSource("results")
    void layoutShifts_areThoseOfDevTools(Args row) throws IOException {
        LayoutShifts shifts = parsed(file(row)).data(LayoutShiftsHandler.class);

        assertThat(shifts.clusters()).hasSize(number(row, "clusters").intValue());
        double worst = shifts.clusters().stream()
                .mapToDouble(LayoutShifts.Cluster::score)
                .max()
                .orElse(0);
        assertThat(worst).isCloseTo(number(row, "cls").doubleValue(), within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("results")
    void bounds_areThoseOfDevToolsUnlessMeantToDiffer(Args row) throws IOException {
        Meta meta = parsed(file(row)).data(MetaHandler.class);

        List<?> bounds = (List<?>) Objects.requireNonNull(row.asMap().get("bounds"));
        List<@Nullable Long> ours = List.of(meta.startNanos(), meta.endNanos());
        List<@Nullable Long> theirs = Stream.<@Nullable Object>of(bounds.toArray())
                .map(DevToolsResultsTest::nanos)
                .toList();
        String reason = OTHER_BOUNDS.get(file(row));
        if (reason == null) {
            assertThat(ours).isEqualTo(theirs);
        } else {
            assertThat(ours).as(reason).isNotEqualTo(theirs);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void traces_thatDevToolsFailsOnAreRead(String file) throws IOException {
        assertThat(parse(file).report().events()).isPositive();
    }

    private static String file(Args row) {
        return Objects.requireNonNull(row.text("f"));
    }

    private static Number number(Args row, String key) {
        return Objects.requireNonNull(row.number(key));
    }

    private static @Nullable Long nanos(@Nullable Object micros) {
        return micros instanceof Number number ? Math.round(number.doubleValue() * 1000) : null;
    }
}
