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

/**
 * A survey of the calls of a recording in columns is that of the same calls as events, and a timeline that reads what
 * its window needs is that of a whole reading.
 */
class SurveyOfRecordingTest {
    private static final int THREADS = 3;
    private static final int CHUNKS = 60;
    private static final int WORDS_A_CHUNK = 100;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void survey_isTheSameOfColumnsAndOfEvents(long seed, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("a.jtr");
        write(file, new Random(seed));

        Survey columns = TraceTimeline.survey(TraceImport.open(file), 5);
        Survey events = TraceTimeline.survey(asEvents(TraceImport.open(file)), 5);

        assertThat(columns).isEqualTo(events);
        assertThat(columns.inOrder()).isTrue();
        assertThat(columns.runs()).isPositive();
        assertThat(columns.calls()).isGreaterThan(THREADS * CHUNKS * WORDS_A_CHUNK / 3);
        assertThat(columns.threads()).isEqualTo(THREADS);
        assertThat(columns.density().rows()).hasSizeGreaterThan(THREADS);
        assertThat(columns.slowest()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void timeline_isThatOfAWholeReading(long seed, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("a.jtr");
        Random random = new Random(seed);
        write(file, random);
        Survey survey = TraceTimeline.survey(TraceImport.open(file), 0);
        long from = survey.firstNanos() + random.nextLong(survey.nanos());
        TimelineWindow window = new TimelineWindow(from, from + survey.nanos() / 50, null);

        Timeline needed = timeline(TraceImport.open(file), survey, window);
        Timeline all = timeline(asEvents(TraceImport.open(file)), survey, window);

        assertThat(needed).isEqualTo(all);
        assertThat(needed.rows()).isNotEmpty();
    }

    private static Timeline timeline(TraceSource source, Survey survey, TimelineWindow window) throws IOException {
        return TraceTimeline.timeline(source, survey, window, TimelineLimits.SVG, name -> true);
    }

    /** Returns a source that delivers an event for each begin and end, and all of them. */
    private static TraceSource asEvents(TraceSource source) {
        return new ForwardingSource(source) {
            @Override
            public ImportReport read(EventConsumer consumer) throws IOException {
                return source.read(event -> consumer.accept(event)); // that takes no calls in columns
            }
        };
    }

    private static void write(Path file, Random random) throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.one", "a.A.two", "a.A.three", "a.A.four", "a.A.one[0]"));
            for (int thread = 1; thread <= THREADS; thread++) {
                Deque<Integer> open = new ArrayDeque<>();
                long nanos = random.nextInt(1_000);
                for (int sequence = 0; sequence < CHUNKS; sequence++) {
                    long base = nanos;
                    long[] words = new long[WORDS_A_CHUNK];
                    for (int i = 0; i < words.length; i++) {
                        nanos += random.nextInt(1 << random.nextInt(12));
                        if (i < words.length - 1 && random.nextInt(20) == 0) {
                            boolean isPass = random.nextBoolean();
                            int control = isPass ? SpoolLayout.CONTROL_PASS : SpoolLayout.CONTROL_RUN;
                            long number = 1L + random.nextInt(200);
                            words[i++] = RandomRecords.record(SpoolLayout.KIND_CONTROL, number, control);
                            words[i] = RandomRecords.record(SpoolLayout.KIND_ENTER, nanos - base, 5);
                            if (!isPass) {
                                open.push(5);
                            }
                            continue;
                        }
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
