// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerConfig;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.importer.ImportOptions;
import dev.jtracer.engine.importer.Importers;
import dev.jtracer.engine.importer.TraceImport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first tests are those of DevTools' ModelImpl, as far as they are not about web pages. */
class TraceModelTest {
    private final List<ParseProgress> progress = new ArrayList<>();
    private final List<ParseCompletion> completions = new ArrayList<>();
    private final TraceModel model = model();

    private TraceModel model() {
        TraceModel model = TraceModel.withHandlers(
                HandlerSet.of(FunctionsHandler::new, ThreadsHandler::new), HandlerConfig.DEFAULT);
        model.addListener(new TraceModelListener() {
            @Override
            public void progressed(ParseProgress update) {
                progress.add(update);
            }

            @Override
            public void completed(ParseCompletion completion) {
                completions.add(completion);
            }
        });
        return model;
    }

    private static TraceSource json(String json) {
        return new ChromeTraceReader("trace.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static TraceSource calls() {
        return json(TraceText.json("""
                b 0x1 0 f
                e 0x1 5 f
                """));
    }

    private static TraceSource page(String url) {
        return json("""
                [{"ph":"I","pid":9,"tid":1,"ts":1,"name":"TracingStartedInBrowser","args":{"data":{"frames":[\
                {"frame":"main","url":"%s","isOutermostMainFrame":true}]}}}]
                """.formatted(url));
    }

    private static TraceSource recording(String program, long pid) {
        return json("""
                [{"ph":"M","pid":%d,"tid":0,"ts":0,"name":"process_name","args":{"name":"%s"}},
                {"ph":"i","pid":%d,"tid":0,"ts":0,"s":"p","cat":"jtracer","name":"recording","args":{"version":"1"}}]
                """.formatted(pid, program, pid));
    }

    @Test
    void parse_sendsProgressAndThenOneCompletion() throws IOException {
        TraceSource source = calls();

        ParsedTrace trace = model.parse(source, ParseOptions.DEFAULT);

        assertThat(progress).isNotEmpty().allMatch(update -> update.source() == source);
        assertThat(completions).hasSize(1);
        assertThat(completions.get(0).succeeded()).isTrue();
        assertThat(completions.get(0).source()).isSameAs(source);
        assertThat(completions.get(0).trace()).containsSame(trace);
        assertThat(completions.get(0).failure()).isEmpty();
    }

    @Test
    void genericTrace_isParsedByAllHandlers() throws IOException {
        TraceModel all = TraceModel.withAllHandlers(HandlerConfig.DEFAULT);

        all.parse(json(TraceText.json("X 1 10 task \"dur\":5")), ParseOptions.DEFAULT);

        assertThat(all.size()).isEqualTo(1);
        assertThat(all.parsedTrace(0).orElseThrow().failures()).isEmpty();
        assertThat(all.parsedTrace(0).orElseThrow().handlers())
                .hasSize(AllHandlers.suppliers().size());
    }

    @Test
    void subsetOfHandlers_givesExactlyMetaAndThoseGiven() throws IOException {
        ParsedTrace trace = model.parse(calls(), ParseOptions.DEFAULT);

        assertThat(trace.handlers()).containsExactly(MetaHandler.class, FunctionsHandler.class, ThreadsHandler.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trace.data(OwnHandler.class))
                .withMessage("no handler 'OwnHandler' took part");
    }

    @Test
    void metaHandler_mayBeGivenAndTakesPartOnce() throws IOException {
        TraceModel given =
                TraceModel.withHandlers(HandlerSet.of(FunctionsHandler::new, MetaHandler::new), HandlerConfig.DEFAULT);

        assertThat(given.parse(calls(), ParseOptions.DEFAULT).handlers())
                .containsExactly(FunctionsHandler.class, MetaHandler.class);
    }

    @Test
    void twoTraces_areBothKept() throws IOException {
        ParsedTrace first = model.parse(calls(), ParseOptions.DEFAULT);
        assertThat(model.lastTraceIndex()).isZero();
        ParsedTrace second = model.parse(calls(), ParseOptions.DEFAULT);

        assertThat(model.lastTraceIndex()).isEqualTo(1);
        assertThat(model.parsedTrace(0)).containsSame(first);
        assertThat(model.parsedTrace(1)).containsSame(second);
        assertThat(model.parsedTrace(-1)).containsSame(second);
        assertThat(model.parsedTrace(-2)).containsSame(first);
        assertThat(model.parsedTrace(2)).isEmpty();
        assertThat(model.parsedTrace(-3)).isEmpty();
    }

    @Test
    void deleteTraceByIndex_shiftsTheLaterOnesAndFinallyLeavesNone() throws IOException {
        model.parse(calls(), ParseOptions.DEFAULT);
        ParsedTrace second = model.parse(calls(), ParseOptions.DEFAULT);

        model.deleteTraceByIndex(0);

        assertThat(model.parsedTrace(0)).containsSame(second);
        assertThat(model.recordingNames()).containsExactly("Trace 2");
        model.deleteTraceByIndex(0);
        assertThat(model.parsedTrace(0)).isEmpty();
        assertThat(model.parsedTrace(-1)).isEmpty();
        assertThat(model.lastTraceIndex()).isEqualTo(-1);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> model.deleteTraceByIndex(0))
                .withMessage("no trace '0'; there are 0");
    }

    @Test
    void recordingNames_areProgramAndProcessOrTheNumberOfTheTrace() throws IOException {
        model.parse(recording("com.acme.Shop", 4711), ParseOptions.DEFAULT);
        model.parse(recording("com.acme.Shop", 4712), ParseOptions.DEFAULT);
        model.parse(recording("com.acme.Shop", 4711), ParseOptions.DEFAULT);
        model.parse(recording("com.acme.Bank", 1), ParseOptions.DEFAULT);
        model.parse(calls(), ParseOptions.DEFAULT);

        assertThat(model.recordingNames())
                .containsExactly(
                        "com.acme.Shop (4711)",
                        "com.acme.Shop (4712)",
                        "com.acme.Shop (4711) (2)",
                        "com.acme.Bank (1)",
                        "Trace 5");
    }

    @Test
    void recordingNames_areHostsNumberedEachOrTheNumberOfTheTrace() throws IOException {
        for (String url : List.of(
                "https://threejs.org/examples/",
                "https://web.dev/",
                "https://www.web.dev/articles?a=1",
                "https://www.google.com")) {
            model.parse(page(url), ParseOptions.DEFAULT);
        }
        model.parse(calls(), ParseOptions.DEFAULT);

        assertThat(model.recordingNames())
                .containsExactly("threejs.org (1)", "web.dev (1)", "web.dev (2)", "google.com (1)", "Trace 5");
    }

    @Test
    void annotations_areEmptyAndThenExactlyWhatWasSet() throws IOException {
        model.parse(calls(), ParseOptions.DEFAULT);
        Args notes = Args.of(Map.of("selection", "r-17"));
        model.parse(calls(), new ParseOptions(Args.of(Map.of("author", "me")), false));

        assertThat(model.annotations(0)).isEqualTo(Args.EMPTY);
        model.setAnnotations(0, notes);

        assertThat(model.annotations(0)).isSameAs(notes);
        assertThat(model.annotations(-1).text("author")).isEqualTo("me");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> model.setAnnotations(2, notes))
                .withMessage("no trace '2'; there are 2");
    }

    // From here on: what DevTools' model gets wrong or does not have.

    @Test
    void failedParse_saysSoAndWhyInItsCompletion() {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> model.parse(json("{\"a\":1}"), ParseOptions.DEFAULT))
                .satisfies(thrown -> {
                    assertThat(completions).hasSize(1);
                    assertThat(completions.get(0).failure()).containsSame(thrown);
                });

        assertThat(completions.get(0).succeeded()).isFalse();
        assertThat(completions.get(0).trace()).isEmpty();
        assertThat(model.size()).isZero();
        assertThat(progress).noneMatch(update -> update.fraction() == 1);
    }

    @Test
    void parseAfterAnother_needsNoReset() throws IOException {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> model.parse(json("7"), ParseOptions.DEFAULT));
        model.parse(calls(), ParseOptions.DEFAULT);
        model.parse(calls(), ParseOptions.DEFAULT);

        assertThat(model.size()).isEqualTo(2);
        assertThat(model.recordingNames()).containsExactly("Trace 1", "Trace 2");
    }

    @Test
    void twoParsesAtOnce_bothSucceed() {
        CyclicBarrier inTheMiddle = new CyclicBarrier(2);
        List<CompletableFuture<ParsedTrace>> parses = new ArrayList<>();
        TraceModel quiet = TraceModel.withAllHandlers(HandlerConfig.DEFAULT);
        for (int i = 0; i < 2; i++) {
            parses.add(quiet.parseAsync(
                    new FakeSource(1_000, true) {
                        @Override
                        void deliver(int event) throws IOException {
                            if (event == 500) {
                                await(inTheMiddle);
                            }
                        }
                    },
                    ParseOptions.DEFAULT));
        }

        for (CompletableFuture<ParsedTrace> parse : parses) {
            assertThat(parse.join().data(FunctionsHandler.class).rows().get(0).count())
                    .isEqualTo(500);
        }
        assertThat(quiet.size()).isEqualTo(2);
    }

    private static void await(CyclicBarrier barrier) throws IOException {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IOException("the other parse never came that far", e);
        }
    }

    @Test
    void progress_goesByThePartReadAndThenByHandlers() throws IOException {
        FakeSource source = new FakeSource(120_000, true);

        model.parse(source, ParseOptions.DEFAULT);

        assertThat(progress.stream().map(ParseProgress::events).toList())
                .containsExactly(50_000L, 100_000L, 120_000L, 120_000L, 120_000L, 120_000L);
        double[] expected = {0.375, 0.75, 0.9, 0.9333, 0.9667, 1};
        for (int i = 0; i < expected.length; i++) {
            assertThat(progress.get(i).fraction()).isCloseTo(expected[i], within(0.0001));
        }
        assertThat(progress.get(5).fraction()).isEqualTo(1.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reader", "import", "import of two", "import by time"})
    void progressOfFiles_growsWhileTheyAreRead(String way, @TempDir Path directory) throws IOException {
        Path plain = Files.write(directory.resolve("plain.json"), instants(110_000));
        Path packed = directory.resolve("packed.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(instants(160_000));
        }
        ImportOptions byTime = ImportOptions.of(Importers.load()).with(ImportOptions.Order.BY_TIME);
        TraceSource source =
                switch (way) {
                    case "reader" -> ChromeTraceReader.open(packed);
                    case "import" -> TraceImport.open(packed);
                    case "import of two" -> TraceImport.open(List.of(plain, packed));
                    default -> TraceImport.open(List.of(plain, packed), byTime);
                };

        model.parse(source, ParseOptions.DEFAULT);

        List<Double> whileReading = progress.stream()
                .filter(update -> update.events() % 50_000 == 0)
                .map(ParseProgress::fraction)
                .toList();
        assertThat(whileReading)
                .hasSize(way.contains("import ") ? 5 : 3)
                .isSorted()
                .doesNotHaveDuplicates()
                .allMatch(fraction -> fraction > 0 && fraction < 0.9);
    }

    private static byte[] instants(int events) {
        Random random = new Random(events);
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < events; i++) {
            json.append("{\"ph\":\"i\",\"pid\":1,\"tid\":1,\"ts\":").append(i);
            json.append(",\"name\":\"n\",\"args\":{\"a\":")
                    .append(random.nextLong())
                    .append("}},\n");
        }
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void progressOfASourceWithoutSize_waitsForTheLastEvent() throws IOException {
        model.parse(new FakeSource(60_000, false), ParseOptions.DEFAULT);

        assertThat(progress.stream().map(ParseProgress::fraction).limit(2)).containsExactly(0.0, 0.9);
        assertThat(progress.get(0).events()).isEqualTo(50_000);
    }

    @Test
    void progressOfASourceThatIsWrong_neverGoesBackOrBeyondReading() throws IOException {
        model.parse(
                new FakeSource(150_000, true) {
                    @Override
                    public double progress() {
                        return delivered() == 50_000 ? 7 : 0.1;
                    }
                },
                ParseOptions.DEFAULT);

        assertThat(progress.stream().map(ParseProgress::fraction).limit(4)).containsExactly(0.9, 0.9, 0.9, 0.9);
    }

    @Test
    void failingListener_harmsNeitherTheParseNorTheOthers() throws IOException {
        TraceModel disturbed = TraceModel.withAllHandlers(HandlerConfig.DEFAULT);
        List<ParseCompletion> heard = new ArrayList<>();
        disturbed.addListener(new TraceModelListener() {
            @Override
            public void progressed(ParseProgress update) {
                throw new IllegalStateException("planted");
            }

            @Override
            public void completed(ParseCompletion completion) {
                throw new IllegalStateException("planted");
            }
        });
        disturbed.addListener(new TraceModelListener() {
            @Override
            public void completed(ParseCompletion completion) {
                heard.add(completion);
            }
        });

        ParsedTrace trace = disturbed.parse(calls(), ParseOptions.DEFAULT);

        assertThat(trace.failures()).isEmpty();
        assertThat(heard).hasSize(1);
    }

    @Test
    void removedListener_hearsNothing() throws IOException {
        TraceModelListener listener = new TraceModelListener() {
            @Override
            public void progressed(ParseProgress update) {
                throw new AssertionError("still told");
            }
        };
        model.addListener(listener);
        model.removeListener(listener);

        assertThat(model.parse(calls(), ParseOptions.DEFAULT).failures()).isEmpty();
    }

    @Test
    void cancelledParse_endsItsLoopAndKeepsNothing() throws InterruptedException {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        List<ParseCompletion> heard = new CopyOnWriteArrayList<>();
        TraceModel quiet = TraceModel.withAllHandlers(HandlerConfig.DEFAULT);
        quiet.addListener(new TraceModelListener() {
            @Override
            public void completed(ParseCompletion end) {
                heard.add(end);
                ended.countDown();
            }
        });
        FakeSource source = new FakeSource(1_000_000, true) {
            @Override
            void deliver(int event) throws IOException {
                if (event == 1_000) {
                    reading.countDown();
                    await(cancelled);
                }
            }
        };
        CompletableFuture<ParsedTrace> parse = quiet.parseAsync(source, ParseOptions.DEFAULT);
        assertThat(reading.await(20, TimeUnit.SECONDS)).isTrue();

        parse.cancel(true);
        cancelled.countDown();

        assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(heard.get(0).failure().orElseThrow()).isInstanceOf(CancellationException.class);
        assertThat(source.delivered()).isEqualTo(50_000);
        assertThat(quiet.size()).isZero();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void parseAsync_runsOnTheExecutorGivenAndFailsWithTheCause() {
        List<Runnable> tasks = new ArrayList<>();
        CompletableFuture<ParsedTrace> good = model.parseAsync(calls(), ParseOptions.DEFAULT, tasks::add);
        CompletableFuture<ParsedTrace> bad = model.parseAsync(json("7"), ParseOptions.DEFAULT, tasks::add);
        CompletableFuture<ParsedTrace> unwanted = model.parseAsync(calls(), ParseOptions.DEFAULT, tasks::add);
        assertThat(good).isNotDone();
        unwanted.cancel(false);

        tasks.forEach(Runnable::run);

        assertThat(good).isCompleted();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(bad::join)
                .withCauseInstanceOf(TraceSyntaxException.class);
        assertThat(model.size()).isEqualTo(1);
        assertThat(completions.stream().map(ParseCompletion::succeeded)).containsExactly(true, false, false);
    }

    @Test
    void ownHandler_takesPartAndMayDependOnOthers() throws IOException {
        TraceModel own =
                TraceModel.withHandlers(HandlerSet.of(OwnHandler::new, FunctionsHandler::new), HandlerConfig.DEFAULT);

        assertThat(own.parse(calls(), ParseOptions.DEFAULT).data(OwnHandler.class))
                .isEqualTo("2 events of 1 functions");
    }

    @Test
    void failingHandler_isReportedAndTheOthersGoOn() throws IOException {
        TraceModel failing = TraceModel.withHandlers(
                HandlerSet.of(FailingHandler::new, FunctionsHandler::new), HandlerConfig.DEFAULT);

        ParsedTrace trace = failing.parse(calls(), ParseOptions.DEFAULT);

        assertThat(trace.failures()).containsOnlyKeys(FailingHandler.class);
        assertThat(trace.data(FunctionsHandler.class).rows()).hasSize(1);
        assertThat(trace.handlers()).contains(FailingHandler.class);
        assertThatIllegalStateException().isThrownBy(() -> trace.data(FailingHandler.class));
    }

    @Test
    void timings_addUp() throws IOException {
        ParsedTrace trace = model.parse(new FakeSource(200_000, true), new ParseOptions(Args.EMPTY, true));

        ParseTimings timings = trace.timings();
        assertThat(timings.events()).isEqualTo(200_000);
        assertThat(timings.readingNanos()).isBetween(1L, timings.totalNanos());
        assertThat(timings.finishNanos())
                .containsOnlyKeys(MetaHandler.class, FunctionsHandler.class, ThreadsHandler.class);
        long finishNanos = timings.finishNanos().values().stream()
                .mapToLong(nanos -> nanos)
                .sum();
        assertThat(timings.readingNanos() + finishNanos).isLessThanOrEqualTo(timings.totalNanos());
        assertThat(timings.handlingNanos())
                .containsOnlyKeys(MetaHandler.class, FunctionsHandler.class, ThreadsHandler.class);
        assertThat(model.parse(calls(), ParseOptions.DEFAULT).timings().handlingNanos())
                .isEmpty();
    }

    private static final class OwnHandler implements EventHandler<String> {
        private HandlerContext context = HandlerContext.NONE;
        private int events;
        private String result = "";

        @Override
        public void reset() {
            events = 0;
        }

        @Override
        public void initialize(HandlerContext context) {
            this.context = context;
        }

        @Override
        public void handleEvent(TraceEvent event) {
            events++;
        }

        @Override
        public void finish() {
            result = events + " events of "
                    + context.dataOf(FunctionsHandler.class).rows().size() + " functions";
        }

        @Override
        public String data() {
            return result;
        }

        @Override
        public Set<Class<? extends EventHandler<?>>> dependsOn() {
            return Set.of(FunctionsHandler.class);
        }
    }

    private static final class FailingHandler implements EventHandler<String> {
        @Override
        public void reset() {}

        @Override
        public void initialize(HandlerContext context) {}

        @Override
        public void handleEvent(TraceEvent event) {
            throw new IllegalArgumentException("planted");
        }

        @Override
        public void finish() {}

        @Override
        public String data() {
            return "";
        }
    }
}
