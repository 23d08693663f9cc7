// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.importer.ImportOptions;
import dev.jtracer.engine.importer.Importers;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.jtr.ChunkHeader;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A thread that prefetches changes nothing for the sink: the same records and failures, on the caller's thread. */
@Timeout(120)
class PrefetchedRecordsTest {
    private static final int CHUNKS = 1_200;
    private static final int WORDS_A_CHUNK = 100;

    private final Path file;
    private final Random random = new Random(5);

    PrefetchedRecordsTest(@TempDir Path directory) {
        this.file = directory.resolve("a.jtr");
    }

    /**
     * Writes chunks of three threads: calls that nest, links before some of them, virtual threads in turns, and
     * losses.
     */
    private void write() throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.one", "a.A.two", "a.A.three", "a.A.four"));
            for (int i = 0; i < CHUNKS; i++) {
                int buffer = 1 + random.nextInt(3);
                long base = WrittenRecording.START_NANOS + 1_000L * i;
                ChunkHeader header = new ChunkHeader(buffer, i, base, buffer, buffer, i % 100 == 0 ? 3 : 0);
                WrittenRecording.chunk(writer, header, words());
            }
            writer.end(WrittenRecording.START_NANOS + 1_000L * CHUNKS, Map.of());
        }
    }

    private long[] words() {
        long[] words = new long[WORDS_A_CHUNK];
        for (int i = 0; i < words.length; i++) {
            int name = 1 + random.nextInt(4);
            if (random.nextInt(60) == 0) {
                words[i] = RandomRecords.switchTo(1 + random.nextInt(5));
            } else if (random.nextInt(10) == 0 && i + 1 < words.length) {
                words[i++] =
                        RandomRecords.record(SpoolLayout.KIND_CONTROL, random.nextInt(1_000), SpoolLayout.CONTROL_PASS);
                words[i] = RandomRecords.record(SpoolLayout.KIND_ENTER, 9L * i, name);
            } else {
                words[i] = RandomRecords.record(random.nextInt(3), 9L * i, name);
            }
        }
        return words;
    }

    /** A sink that keeps each of its calls as a line, and the thread that it was called on. */
    private static class Lines implements RecordSink {
        final List<String> lines = new ArrayList<>();
        private final Thread caller = Thread.currentThread();

        void add(String line) {
            assertThat(Thread.currentThread()).isSameAs(caller);
            lines.add(line);
        }

        @Override
        public void thread(long threadId, boolean virtual) {
            add("thread " + threadId + " " + virtual);
        }

        @Override
        public void record(int kind, long nanos, int methodId) {
            add(kind + " " + nanos + " " + methodId);
        }

        @Override
        public void link(int code, long pass) {
            add("link " + code + " " + pass);
        }

        @Override
        public void lost(long records) {
            add("lost " + records);
        }
    }

    private void prefetch(RecordSink sink, BooleanSupplier cancelled) throws IOException {
        try (RecordingReader reader = new RecordingReader(file)) {
            new PrefetchedRecords(new RecordMerge(reader), reader.files()).readAll(sink, done -> {}, cancelled);
        } finally {
            assertThat(Thread.getAllStackTraces().keySet())
                    .as("the thread has ended")
                    .noneMatch(thread -> thread.getName().equals("import of a.jtr") && thread.isAlive());
        }
    }

    private void readDirectly(RecordSink sink) throws IOException {
        RecordingContents.replay(file, sink);
    }

    @Test
    void records_areThoseWithoutAThread() throws IOException {
        write();
        Lines direct = new Lines();
        Lines prefetched = new Lines();

        readDirectly(direct);
        prefetch(prefetched, () -> false);

        assertThat(direct.lines).hasSizeGreaterThan(CHUNKS * WORDS_A_CHUNK);
        assertThat(prefetched.lines).isEqualTo(direct.lines);
    }

    @ParameterizedTest
    @EnumSource(Decoding.class)
    void import_hasAThreadOfItsOwnUnlessTheReaderDecodes(Decoding decoding) throws IOException {
        write();
        Set<String> threads = new HashSet<>();

        TraceImport.open(List.of(file), ImportOptions.of(Importers.load()).with(decoding))
                .read(event -> {
                    if (event.phase() == Phase.ASYNC_BEGIN && threads.isEmpty()) {
                        Thread.getAllStackTraces().keySet().forEach(thread -> threads.add(thread.getName()));
                    }
                });

        assertThat(threads.stream().anyMatch(name -> name.startsWith("import of ")))
                .isEqualTo(decoding == Decoding.PREFETCH);
    }

    @Test
    void malformedFrame_isReportedAfterTheRecordsBeforeIt() throws IOException {
        write();
        Lines direct = new Lines();
        String message = damage(direct);
        Lines prefetched = new Lines();

        assertThatExceptionOfType(RecordingException.class)
                .isThrownBy(() -> prefetch(prefetched, () -> false))
                .withMessage(message)
                .withMessageContaining("is damaged at byte ");
        assertThat(direct.lines).hasSizeGreaterThan(1_000);
        assertThat(prefetched.lines).isEqualTo(direct.lines);
    }

    /**
     * Makes the records of a frame in the middle malformed. Returns the message of a reading without a thread, which
     * fills {@code direct}.
     */
    private String damage(Lines direct) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int at = whole.length / 2; ; at++) {
            byte[] damaged = whole.clone();
            Arrays.fill(damaged, at, at + 12, (byte) 0xff);
            Files.write(file, WrittenRecording.withChecks(damaged));
            direct.lines.clear();
            try (RecordingReader reader = new RecordingReader(file)) {
                if (reader.isTorn()) {
                    continue; // the length of a frame is damaged
                }
            } catch (RecordingException e) {
                continue; // the head of a frame is damaged
            }
            try {
                readDirectly(direct);
            } catch (RecordingException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    @Test
    void failureOfTheSink_endsTheThread() throws IOException {
        write();
        Lines failing = new Lines() {
            @Override
            void add(String line) {
                super.add(line);
                if (lines.size() == 5_000) {
                    throw new IllegalStateException("for the test");
                }
            }
        };

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> prefetch(failing, () -> false))
                .withMessage("for the test");
    }

    @Test
    void cancelledReading_endsTheThread() throws IOException {
        write();
        Lines some = new Lines();

        prefetch(some, () -> some.lines.size() > 10_000);

        assertThat(some.lines.size()).isBetween(10_000, CHUNKS * WORDS_A_CHUNK);
    }

    /**
     * A consumer that needs no more gets nothing more: neither later records nor the facts at the recording's end.
     */
    @ParameterizedTest
    @EnumSource(Decoding.class)
    void importThatIsDone_endsAsIfTheRecordingEndedThere(Decoding decoding) throws IOException {
        write();
        List<TraceEvent> events = new ArrayList<>();

        TraceImport.open(List.of(file), ImportOptions.of(Importers.load()).with(decoding))
                .read(new EventConsumer() {
                    @Override
                    public void accept(TraceEvent event) {
                        events.add(event.copy());
                    }

                    @Override
                    public boolean isDone() {
                        return events.size() > 10_000;
                    }
                });

        assertThat(events.size()).isBetween(10_000, CHUNKS * WORDS_A_CHUNK);
        assertThat(events).noneMatch(event -> event.name().equals(TraceWords.RECORDING_END));
    }

    /** An import prefetches when the recording is large, and gives the events of each thread in order. */
    @Test
    void importOfALargeRecording_keepsTheOrderOfEachThread() throws IOException {
        write();
        List<TraceEvent> events = new ArrayList<>();
        Thread caller = Thread.currentThread();

        TraceImport.open(file).read(event -> {
            assertThat(Thread.currentThread()).isSameAs(caller);
            events.add(event.copy());
        });

        StreamsByThread streams = new StreamsByThread();
        readDirectly(streams);
        assertThat(streams.records()).isGreaterThan(100_000);
        assertThat(events.stream()
                        .filter(event -> event.category().equals("java"))
                        .mapToLong(TraceEvent::tid)
                        .distinct()
                        .count())
                .isEqualTo(streams.all().size());
    }

    /** Calls that are passed on in columns have the threads, categories and event indexes that their events have. */
    @Test
    void callsInColumns_giveTheTreesOfTheirEvents() throws IOException {
        write();
        TraceSource events = TraceImport.open(file);
        TraceSource eventsAlone = new ForwardingSource(events) {
            @Override
            public ImportReport read(EventConsumer consumer) throws IOException {
                return events.read(event -> consumer.accept(event)); // no consumer of columns
            }
        };

        List<String> expected = calls(eventsAlone);

        assertThat(expected.size()).isGreaterThan(10_000);
        assertThat(calls(TraceImport.open(file))).isEqualTo(expected);
    }

    private static List<String> calls(TraceSource source) throws IOException {
        TraceProcessor processor = new TraceProcessor(List.of(new ThreadsHandler(), new MetaHandler()));
        CallTrees trees = processor.parse(source).data(ThreadsHandler.class);
        List<String> calls = new ArrayList<>();
        for (int call = 0; call < trees.size(); call++) {
            calls.add(trees.name(call) + " " + trees.categoryName(trees.categoryIndex(call)) + " "
                    + trees.startNanos(call) + " "
                    + trees.durNanos(call) + " " + trees.parent(call) + " " + trees.flags(call) + " "
                    + trees.beginIndex(call));
        }
        return calls;
    }
}
