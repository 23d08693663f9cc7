// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.timing.UserTimings;
import dev.jtracer.engine.handler.timing.UserTimingsHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.json.JsonObjects;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.MatchedEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Async events and user timings of real traces, counted as DevTools' engine counts them. */
class MatchingFixturesTest {
    private static final Set<Phase> PAIRED_BY_DEVTOOLS =
            EnumSet.of(Phase.ASYNC_BEGIN, Phase.ASYNC_INSTANT, Phase.ASYNC_END);

    private static MatchedEvents match(String file) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        TraceImport.open(FixturesTest.fixture(file)).read(event -> {
            if (PAIRED_BY_DEVTOOLS.contains(event.phase())) {
                events.add(event.copy());
            }
        });
        return MatchedEvents.of(events);
    }

    private static UserTimings timings(String file) throws IOException {
        return new TraceProcessor(List.of(new UserTimingsHandler()))
                .parse(TraceImport.open(FixturesTest.fixture(file)))
                .data(UserTimingsHandler.class);
    }

    /** The results of DevTools' engine for a file. */
    private static Args oracle(String file) throws IOException {
        for (String line : Files.readAllLines(FixturesTest.fixture("devtools-engine-results.jsonl"))) {
            Args results = JsonObjects.parse(line);
            if (results != null && file.equals(results.text("f"))) {
                return results;
            }
        }
        return Assumptions.abort("no results of DevTools' engine for " + file);
    }

    private static long count(Args oracle, String what) {
        return Objects.requireNonNull(oracle.number(what), what).longValue();
    }

    @ParameterizedTest
    @CsvSource({
        // file, pairs, begins without end, ends without begin
        "bazel-java/tiny.json.gz, 0, 0, 0",
        "catapult/async_begin_end.json, 0, 1, 0",
        "catapult/nestable_async.json, 8, 1, 1",
        "lighthouse/animation.json.gz, 6533, 3, 0",
        "lighthouse/perflog.json, 2, 0, 0",
        "lighthouse/timespan-responsiveness-m103.json, 99, 0, 0",
        "lighthouse/user-flow-step0.json, 1008, 0, 0",
        "lighthouse/user-timing.json, 249, 0, 0",
        "trace_engine/invalid-animation-events.json.gz, 1664, 971, 0"
    })
    void asyncEvents_matchAsTheyDoInDevTools(String file, int pairs, int unmatchedBegins, int unmatchedEnds)
            throws IOException {
        MatchedEvents matched = match(file);

        assertThat(matched.pairs()).hasSize(pairs);
        assertThat(matched.unmatchedBegins()).isEqualTo(unmatchedBegins);
        assertThat(matched.unmatchedEnds()).isEqualTo(unmatchedEnds);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bazel-java/local-jobs-100.json.gz",
                "catapult/perf_sampling_trace_with_trace_events.json.gz",
                "lighthouse/animation.json.gz",
                "lighthouse/timespan-responsiveness-m103.json",
                "lighthouse/user-flow-step0.json",
                "lighthouse/user-timing.json",
                "trace_engine/invalid-animation-events.json.gz"
            })
    void userTimings_areAsManyAsInDevTools(String file) throws IOException {
        UserTimings timings = timings(file);
        Args oracle = oracle(file);

        assertThat(List.of(
                        (long) timings.measures().size(),
                        (long) timings.marks().size(),
                        (long) timings.consoleTimings().size(),
                        (long) timings.timestamps().size()))
                .containsExactly(
                        count(oracle, "measures"),
                        count(oracle, "marks"),
                        count(oracle, "console"),
                        count(oracle, "timestamps"));
    }

    @ParameterizedTest
    @CsvSource({
        // name, start and duration in microseconds
        "lighthouse/user-timing.json, fetch-end, 302180404777, 6700",
        "lighthouse/user-flow-step0.json, Next.js-before-hydration, 282954562981, 267559",
        "lighthouse/user-flow-step0.json, Next.js-hydration, 282954830540, 5973",
        "lighthouse/perflog.json, measure_test, 506085991147, 1000965",
        "trace_engine/invalid-animation-events.json.gz, evaling scripts, 115883952133, 25521"
    })
    void measures_haveTheirTimes(String file, String name, long startMicros, long durMicros) throws IOException {
        assertThat(timings(file).measures()).anySatisfy(measure -> {
            assertThat(measure.name()).isEqualTo(name);
            assertThat(measure.startNanos()).isEqualTo(startMicros * 1000);
            assertThat(measure.durNanos()).isEqualTo(durMicros * 1000);
        });
    }
}
