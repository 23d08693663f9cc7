// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.jtr.ChunkHeader;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A survey of the calls of a recording in columns is that of the same calls as events. */
class SurveyOfRecordingTest {
    private static final int THREADS = 3;
    private static final int CHUNKS = 60;
    private static final int WORDS_A_CHUNK = 100;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void survey_isTheSameOfColumnsAndOfEvents(long seed, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("a.jtr");
        write(file, new Random(seed));

        Survey columns = TraceTimeline.survey(TraceImport.open(file), 0);
        Survey events = TraceTimeline.survey(withoutColumns(TraceImport.open(file)), 0);

        assertThat(columns).isEqualTo(events);
        assertThat(columns.calls()).isGreaterThan(THREADS * CHUNKS * WORDS_A_CHUNK / 3);
        assertThat(columns.threads()).isEqualTo(THREADS);
        assertThat(columns.density().rows()).hasSizeGreaterThan(THREADS);
        assertThat(columns.slowest()).isNotNull();
    }

    private static TraceSource withoutColumns(TraceSource source) {
        return new ForwardingSource(source) {
            @Override
            public ImportReport read(EventConsumer consumer) throws IOException {
                return source.read(consumer::accept);
            }
        };
    }

    private static void write(Path file, Random random) throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.one", "a.A.two", "a.A.three", "a.A.four"));
            for (int thread = 1; thread <= THREADS; thread++) {
                Deque<Integer> open = new ArrayDeque<>();
                long nanos = random.nextInt(1_000);
                for (int sequence = 0; sequence < CHUNKS; sequence++) {
                    long base = nanos;
                    long[] words = new long[WORDS_A_CHUNK];
                    for (int i = 0; i < words.length; i++) {
                        nanos += random.nextInt(1 << random.nextInt(12));
                        boolean begins = open.isEmpty() || open.size() < 8 && random.nextBoolean();
                        if (begins) {
                            open.push(1 + random.nextInt(4));
                        }
                        words[i] = RandomRecords.record(
                                begins ? SpoolLayout.KIND_ENTER : SpoolLayout.KIND_EXIT,
                                nanos - base,
                                begins ? open.element() : open.pop());
                    }
                    long start = WrittenRecording.START_NANOS + base;
                    WrittenRecording.chunk(writer, new ChunkHeader(thread, sequence, start, thread, thread, 0), words);
                }
            }
            writer.end(WrittenRecording.START_NANOS + 1_000_000_000L, Map.of());
        }
    }
}
