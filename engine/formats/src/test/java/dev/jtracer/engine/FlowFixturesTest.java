// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.flow.Flows;
import dev.jtracer.engine.handler.flow.FlowsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.handler.warning.StallHandler;
import dev.jtracer.engine.handler.warning.Warnings;
import dev.jtracer.engine.handler.warning.WarningsHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flows and warnings of real traces, against what DevTools' trace engine finds in them. */
class FlowFixturesTest {
    private static ParsedTrace parse(String name) throws IOException {
        for (Path dir = Path.of(System.getProperty("user.dir")).toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path file = dir.resolve("shared/fixtures").resolve(name);
            if (Files.exists(file)) {
                ParsedTrace trace = new TraceProcessor(List.<EventHandler<?>>of(
                                new MetaHandler(),
                                new ThreadsHandler(),
                                new FlowsHandler(),
                                new FunctionsHandler(),
                                new CallbacksHandler(),
                                new StallHandler(),
                                new WarningsHandler()))
                        .parse(TraceImport.open(file));
                assertThat(trace.failures()).isEmpty();
                return trace;
            }
        }
        return Assumptions.abort("no shared/fixtures/" + name + " beside this repository");
    }

    @ParameterizedTest
    @CsvSource({
        // file, long tasks, idle callbacks over their time
        "lighthouse/animation.json.gz, 0, 0",
        "lighthouse/jumpy-cls-m90.json, 8, 0",
        "lighthouse/timespan-responsiveness-m103.json, 13, 0",
        "lighthouse/user-flow-step0.json, 3, 1",
        "lighthouse/user-timing.json, 2, 0",
        "trace_engine/invalid-animation-events.json.gz, 1, 0",
        "bazel-java/local-jobs-100.json.gz, 0, 0"
    })
    void warnings_areAsManyAsInDevTools(String file, int longTasks, int idleCallbacks) throws IOException {
        Warnings warnings = parse(file).data(WarningsHandler.class);

        assertThat(count(Warnings.Kind.LONG_TASK, warnings)).isEqualTo(longTasks);
        assertThat(count(Warnings.Kind.IDLE_CALLBACK_OVER_TIME, warnings)).isEqualTo(idleCallbacks);
        assertThat(count(Warnings.Kind.FORCED_REFLOW, warnings)).isZero();
    }

    private static long count(Warnings.Kind kind, Warnings warnings) {
        return warnings.rows().stream()
                .filter(row -> row.kind() == kind)
                .mapToLong(Warnings.Row::count)
                .sum();
    }

    @ParameterizedTest
    @CsvSource({
        // file, its t and f events, arrows
        "catapult/flow_simple.json, 3, 3",
        "catapult/perf_sampling_trace_with_trace_events.json.gz, 118, 112",
        "lighthouse/animation.json.gz, 301, 41",
        "lighthouse/user-flow-step0.json, 142, 138",
        "lighthouse/user-timing.json, 32, 32",
        "trace_engine/invalid-animation-events.json.gz, 12197, 12189"
    })
    void everyEndOfAnArrow_isBoundOrCounted(String file, long ends, int arrows) throws IOException {
        Flows flows = parse(file).data(FlowsHandler.class);

        assertThat(flows.arrows()).hasSize(arrows);
        assertThat(arrows
                        + flows.problems().getOrDefault(Flows.Problem.NO_START, 0L)
                        + flows.problems().getOrDefault(Flows.Problem.END_OUTSIDE_OF_SPANS, 0L)
                        + flows.problems().getOrDefault(Flows.Problem.BAD_BINDING_POINT, 0L))
                .isEqualTo(ends);
    }
}
