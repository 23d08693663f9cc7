// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.pairing.PairingProblem;
import dev.jtracer.engine.pairing.SpanPairing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real traces of other tools. They are not part of the repository: without them these tests are skipped. */
class FixturesTest {
    static Path fixture(String name) {
        for (Path dir = Path.of(System.getProperty("user.dir")).toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path file = dir.resolve("shared/fixtures").resolve(name);
            if (Files.exists(file)) {
                return file;
            }
        }
        return Assumptions.abort("no shared/fixtures/" + name + " beside this repository");
    }

    private static ParsedTrace parse(String name) throws IOException {
        ParsedTrace trace = TraceText.parse(TraceImport.open(fixture(name)));
        assertThat(trace.failures()).isEmpty();
        return trace;
    }

    @ParameterizedTest
    @CsvSource({
        "bazel-java/local-jobs-100.json.gz, 1603",
        "bazel-java/tiny.json.gz, 707",
        "catapult/flow_simple.json, 10",
        "catapult/gpu_state_trace.json, 1",
        "catapult/instance_counters.json, 12",
        "catapult/instant_events.json, 5",
        "catapult/main_thread_has_unclosed_slices.json, 3386",
        "catapult/nanoseconds.json, 16",
        "catapult/nestable_async.json, 20",
        "catapult/perf_sampling_trace_with_trace_events.json.gz, 55971",
        "catapult/picture_trace.json, 3",
        "catapult/simple_trace.json, 37",
        "catapult/simple_trace_gz.gz, 35",
        "catapult/webview.json.gz, 9334",
        "lighthouse/animation.json.gz, 32716",
        "lighthouse/jumpy-cls-m90.json, 217",
        "lighthouse/no_navstart_event.json, 6",
        "lighthouse/perflog.json, 14",
        "lighthouse/timespan-responsiveness-m103.json, 582",
        "lighthouse/user-flow-step0.json, 13067",
        "lighthouse/user-timing.json, 2607",
        "speedscope/end-event-with-empty-stack.json, 3",
        "speedscope/invalid-x-nesting.json, 2",
        "speedscope/multiprocess.json, 17",
        "speedscope/simple-object.json, 5",
        "speedscope/simple-partial.json, 6",
        "speedscope/simple-partial-trailing-comma.json, 6",
        "speedscope/simple-partial-whitespace.json, 6",
        "speedscope/simple.json, 6",
        "speedscope/zero-duration-events.json, 7",
        "trace_engine/invalid-animation-events.json.gz, 126149"
    })
    void everyEvent_isReadOrCounted(String file, long events) throws IOException {
        ParsedTrace trace = parse(file);

        long dropped = trace.report().problems().entrySet().stream()
                .filter(problem -> problem.getKey().severity() == ImportProblem.Severity.ERROR)
                .mapToLong(problem -> problem.getValue())
                .sum();
        assertThat(trace.report().events() + dropped)
                .as("%s", trace.report().problems())
                .isEqualTo(events);
    }

    @ParameterizedTest
    @CsvSource({
        // file, spans with both ends, begins without end, ends without begin
        "catapult/nestable_async.json, 8, 1, 1",
        "lighthouse/animation.json.gz, 6533, 3, 0",
        "lighthouse/timespan-responsiveness-m103.json, 99, 0, 0",
        "lighthouse/user-flow-step0.json, 1008, 0, 0",
        "lighthouse/user-timing.json, 249, 0, 0",
        "lighthouse/perflog.json, 2, 0, 0",
        "trace_engine/invalid-animation-events.json.gz, 1664, 971, 0"
    })
    void asyncSpans_arePaired(String file, long paired, long unmatchedBegins, long unmatchedEnds) throws IOException {
        AtomicLong finished = new AtomicLong();
        SpanPairing pairing = new SpanPairing(span -> {
            if (!span.unfinished()) {
                finished.incrementAndGet();
            }
        });
        TraceImport.open(fixture(file)).read(event -> {
            if ("bne".indexOf(event.phase().code()) >= 0) {
                pairing.accept(event);
            }
        });
        pairing.finish();

        assertThat(new long[] {
                    finished.get(),
                    pairing.counts().count(PairingProblem.UNMATCHED_BEGIN),
                    pairing.counts().count(PairingProblem.UNMATCHED_END)
                })
                .containsExactly(paired, unmatchedBegins, unmatchedEnds);
    }

    @Test
    void unclosedSlices_stayOpenOnTheirOwnThreads() throws IOException {
        ParsedTrace trace = parse("catapult/main_thread_has_unclosed_slices.json");

        long unfinished = trace.data(FunctionsHandler.class).rows().stream()
                .mapToLong(row -> row.unfinished())
                .sum();
        long count = trace.data(FunctionsHandler.class).rows().stream()
                .mapToLong(row -> row.finished().count())
                .sum();
        assertThat(unfinished).isEqualTo(4);
        assertThat(count).isEqualTo(1680);
    }

    @Test
    void bazelProfile_hasItsBoundsThreadsAndTrees() throws IOException {
        ParsedTrace trace = parse("bazel-java/local-jobs-100.json.gz");
        Meta meta = trace.data(MetaHandler.class);

        assertThat(meta.startNanos()).isEqualTo(-85_000_000);
        assertThat(trace.data(ThreadsHandler.class).threads().stream()
                        .mapToLong(thread -> thread.calls())
                        .sum())
                .isEqualTo(1314);
        assertThat(trace.data(ThreadsHandler.class).threads())
                .anySatisfy(thread -> assertThat(thread.name()).isEqualTo("Main Thread"));
    }

    @Test
    void nanoseconds_areExact() throws IOException {
        Meta meta = parse("catapult/nanoseconds.json").data(MetaHandler.class);

        assertThat(meta.durationNanos() % 1000).isNotZero();
    }

    @Test
    void otherFormats_areRefused() {
        Path speedscope = fixture("speedscope/incomplete-trace.json");

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(speedscope).read(event -> {}))
                .withMessageContaining("no 'traceEvents'");
    }
}
