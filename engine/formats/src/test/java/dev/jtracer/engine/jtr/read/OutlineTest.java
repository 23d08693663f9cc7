// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.window.TimeWindow;
import dev.jtracer.engine.handler.window.WindowCalls;
import dev.jtracer.engine.handler.window.WindowsHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.jtr.ChunkHeader;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.window.CutCounts;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.TimeCut;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reading that skips the calls that are not needed gives what a reading of all calls gives. */
@Timeout(120)
class OutlineTest {
    private static final int THREADS = 3;
    private static final int CHUNKS = 300;
    private static final int WORDS_A_CHUNK = 100;
    private static final int MOST_DEPTH = 30;
    private static final int MOST_CALLS = 40;

    private final Path file;

    OutlineTest(@TempDir Path directory) {
        this.file = directory.resolve("a.jtr");
    }

    /**
     * The calls of a thread, cut into chunks, with passes, lost ends and, on the last thread, turns of virtual
     * threads.
     */
    private static final class Calls {
        private final Random random;
        private final List<Integer> open = new ArrayList<>();
        private long nanos;
        private long passes;

        private final boolean linked;

        /** @param linked whether there are passes and runs */
        Calls(Random random, boolean linked) {
            this.random = random;
            this.linked = linked;
        }

        /** Returns the records of a chunk, whose times count from its base. */
        long[] words(boolean switches) {
            long base = nanos;
            List<Long> words = new ArrayList<>();
            while (words.size() < WORDS_A_CHUNK) {
                nanos += random.nextInt(20);
                long delta = nanos - base;
                int kind = linked ? random.nextInt(200) : 1 + 19 * random.nextInt(11);
                if (switches && kind == 0) {
                    words.add(RandomRecords.switchTo(100 + random.nextInt(2)));
                } else if (kind == 1 && !open.isEmpty()) {
                    open.remove(open.size() - 1); // its end is lost
                } else if (kind < 10) {
                    passes++;
                    words.add(RandomRecords.record(SpoolLayout.KIND_CONTROL, passes, SpoolLayout.CONTROL_PASS));
                    words.add(RandomRecords.record(SpoolLayout.KIND_ENTER, delta, 5));
                } else if (kind < 20 && open.size() < MOST_DEPTH) {
                    long number = 1L + random.nextInt(100);
                    words.add(RandomRecords.record(SpoolLayout.KIND_CONTROL, number, SpoolLayout.CONTROL_RUN));
                    begin(words, delta, 5);
                } else if (kind < 108 && open.size() < MOST_DEPTH) {
                    describe(words, SpoolLayout.CONTROL_ARGUMENTS);
                    begin(words, delta, 1 + random.nextInt(4));
                } else if (!open.isEmpty()) {
                    int end = random.nextInt(9) == 0 ? SpoolLayout.KIND_THROW : SpoolLayout.KIND_EXIT;
                    describe(words, SpoolLayout.CONTROL_VALUE);
                    words.add(RandomRecords.record(end, delta, open.remove(open.size() - 1)));
                }
            }
            return words.stream().mapToLong(Long::longValue).toArray();
        }

        /** Describes some of the records that are added next by a text. */
        private void describe(List<Long> words, int control) {
            if (random.nextInt(10) == 0) {
                words.add(RandomRecords.record(SpoolLayout.KIND_CONTROL, 5, control));
            }
        }

        private void begin(List<Long> words, long delta, int name) {
            open.add(name);
            words.add(RandomRecords.record(SpoolLayout.KIND_ENTER, delta, name));
        }
    }

    /** Writes a recording, and returns its last time. */
    private long write(Random random, boolean linked) throws IOException {
        List<Calls> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Calls(random, linked));
        }
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.one", "a.A.two", "a.A.three", "a.A.four", "a.A.two[0]"));
            for (int i = 0; i < CHUNKS; i++) {
                int thread = random.nextInt(THREADS);
                Calls calls = threads.get(thread);
                long base = WrittenRecording.START_NANOS + calls.nanos;
                ChunkHeader header = new ChunkHeader(thread + 1, i, base, thread + 1, thread + 1, 0);
                WrittenRecording.chunk(writer, header, calls.words(thread == THREADS - 1));
            }
            long end = threads.stream().mapToLong(calls -> calls.nanos).max().orElseThrow();
            writer.end(WrittenRecording.START_NANOS + end, Map.of());
            return end;
        }
    }

    private static List<TimeWindow> windows(Random random, long end) {
        List<TimeWindow> windows = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            long from = random.nextLong(end);
            windows.add(new TimeWindow(from, from + random.nextLong(end / 50)));
        }
        return windows;
    }

    private ParsedTrace read(List<TimeWindow> windows, boolean needsAll) throws IOException {
        return new TraceProcessor(List.of(new WindowsHandler(windows, MOST_CALLS, false), new SpanCounter(needsAll)))
                .parse(TraceImport.open(file));
    }

    private static final class SpanCounter extends CollectingHandler<Long> implements SpanHandler<Long> {
        private final boolean needsAll;
        private long spans;

        SpanCounter(boolean needsAll) {
            this.needsAll = needsAll;
        }

        @Override
        protected void start() {
            spans = 0;
        }

        @Override
        public boolean needs(long fromNanos, long toNanos) {
            return needsAll;
        }

        @Override
        public void handleSpan(Span span) {
            spans++;
        }

        @Override
        protected Long result() {
            return spans;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void windows_areThoseOfAWholeReading(long seed) throws IOException {
        Random random = new Random(seed);
        List<TimeWindow> windows = windows(random, write(random, seed % 2 == 0));

        ParsedTrace all = read(windows, true);
        ParsedTrace needed = read(windows, false);

        List<WindowCalls> expected = all.data(WindowsHandler.class);
        assertThat(expected).anyMatch(window -> !window.arrows().isEmpty() || window.dropped() > 0);
        assertThat(needed.data(WindowsHandler.class)).isEqualTo(expected);
        assertThat(needed.data(SpanCounter.class)).isLessThan(all.data(SpanCounter.class) * 2 / 3);
    }

    /** A cut gets the calls, passes and runs around its window, and of the others what is open in it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void cut_hasTheEventsOfOneThatReadsAllCalls(long seed) throws IOException {
        Random random = new Random(seed);
        long end = write(random, seed % 2 == 0);
        long from = random.nextLong(end);
        CutWindow window = new CutWindow(from, from + 1 + random.nextLong(end / 50));

        Cut all = new Cut(window, false);
        Cut needed = new Cut(window, true);

        assertThat(needed.events).isEqualTo(all.events);
        assertThat(needed.events.values().stream().mapToInt(List::size).sum()).isGreaterThan(10);
        assertThat(needed.counts).isEqualTo(all.counts);
        assertThat(needed.counts.countsArrows()).isTrue();
        if (seed % 2 == 0 && window.toNanos() - window.fromNanos() > end / 100) {
            assertThat(needed.counts.runs() + needed.counts.passes()).isPositive();
        }
        assertThat(needed.read).as("events that were read").isLessThan(all.read * 2 / 3);
    }

    private final class Cut {
        /** By thread, for a source may bring one before the other. */
        final Map<Long, List<String>> events = new TreeMap<>();

        final CutCounts counts;
        long read;

        Cut(CutWindow window, boolean tellsNeeds) throws IOException {
            TraceSource source = TraceImport.open(file);
            TimeCut cut = new TimeCut(
                    new ForwardingSource(source) {
                        @Override
                        public ImportReport read(EventConsumer consumer) throws IOException {
                            return source.read(new EventConsumer() {
                                @Override
                                public void accept(TraceEvent event) {
                                    read++;
                                    consumer.accept(event);
                                }

                                @Override
                                public boolean needs(long fromNanos, long toNanos) {
                                    return !tellsNeeds || consumer.needs(fromNanos, toNanos);
                                }

                                @Override
                                public boolean needsPasses() {
                                    return consumer.needsPasses();
                                }
                            });
                        }
                    },
                    window);
            cut.read(event -> events.computeIfAbsent(event.tid(), tid -> new ArrayList<>())
                    .add(event.phase() + " " + event.tsNanos() + " " + event.name() + " " + event.flags() + " "
                            + event.bindId() + " " + event.args().asMap()));
            counts = cut.counts();
        }
    }
}
