// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.jtr.read.Converter;
import dev.jtracer.engine.jtr.read.RecordedText;
import dev.jtracer.engine.jtr.read.RecordingContents;
import dev.jtracer.engine.jtr.read.RecordingReader;
import dev.jtracer.engine.jtr.read.StreamsByThread;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFileTest {
    private final Path directory;

    RecordingFileTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void recording_givesBackWhatWasWritten() throws IOException {
        Path file = directory.resolve("a.jtr");
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.x", "a.A.ü"));
            writer.thread(21, true, "first");
            writer.thread(21, true, "main");
            writer.text(21, WrittenRecording.START_NANOS + 5, "hello");
            writer.names(3, List.of("a.A.z"));
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(1, 1, 10),
                    RandomRecords.record(0, 0, 1),
                    RandomRecords.record(1, 7, 1));
            writer.end(WrittenRecording.START_NANOS + 99, Map.of("lostEvents", "3"));
        }

        try (RecordingReader reader = new RecordingReader(file)) {
            assertThat(reader.header()).isEqualTo(WrittenRecording.header());
            assertThat(reader.names()).containsExactly("", "a.A.x", "a.A.ü", "a.A.z");
            assertThat(reader.threads()).containsExactly(Map.entry(21L, new RecordingReader.ThreadName("main", false)));
            assertThat(RecordingContents.texts(reader)).containsExactly(new RecordedText(21, 5, "hello"));
            assertThat(reader.counters()).containsExactly(Map.entry("lostEvents", "3"));
            assertThat(reader.endNanos()).isEqualTo(99);
            assertThat(reader.records()).isEqualTo(2);
            assertThat(reader.isTorn()).isFalse();
        }
        StreamsByThread streams = replay(file);
        assertThat(streams.of(21).codes()).containsExactly(1 << 2, 1 << 2 | 1);
        assertThat(streams.of(21).nanos()).containsExactly(10, 17);
    }

    @Test
    void virtualThreadsThatChangeCarriers_keepTheirOrderOfTime() throws IOException {
        for (long seed = 1; seed <= 30; seed++) {
            Path file = directory.resolve(seed + ".jtr");
            StreamsByThread expected = writeCarriers(file, new SplittableRandom(seed));

            StreamsByThread read = replay(file);

            assertThat(read.all().keySet()).isEqualTo(expected.all().keySet());
            for (long thread : expected.all().keySet()) {
                assertThat(read.of(thread).codes())
                        .as("seed " + seed)
                        .isEqualTo(expected.of(thread).codes());
                assertThat(read.of(thread).nanos())
                        .as("seed " + seed)
                        .isEqualTo(expected.of(thread).nanos());
                assertThat(read.of(thread).isVirtual()).isTrue();
            }
        }
    }

    /**
     * Stores records one by one as the recorder does, each of a random virtual thread on a random carrier, some after
     * a link. Chunks are written in parts, as when a recording goes on in another file.
     */
    private static StreamsByThread writeCarriers(Path file, SplittableRandom random) throws IOException {
        int carriers = 3;
        long[][] words = new long[carriers][WrittenRecording.RECORDS_A_CHUNK];
        int[] filled = new int[carriers];
        long[] current = new long[carriers];
        long[] base = new long[carriers];
        long[] firstThread = new long[carriers];
        long[] sequence = new long[carriers];
        int[] written = new int[carriers];
        int[] lastCarrier = new int[6];
        Arrays.fill(lastCarrier, -1);
        StreamsByThread expected = new StreamsByThread();
        long now = 0;
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            for (int i = 0; i < 4_000; i++) {
                now += 1 + random.nextInt(50);
                int virtual = random.nextInt(lastCarrier.length);
                int carrier = random.nextInt(3) == 0 || lastCarrier[virtual] < 0
                        ? random.nextInt(carriers)
                        : lastCarrier[virtual];
                long thread = 100L + virtual;
                boolean moved = current[carrier] != thread || lastCarrier[virtual] != carrier;
                lastCarrier[virtual] = carrier;
                boolean full = filled[carrier] + 3 > WrittenRecording.RECORDS_A_CHUNK;
                if (full || (filled[carrier] > written[carrier] && random.nextInt(10) == 0)) {
                    flush(
                            writer,
                            carrier,
                            sequence[carrier],
                            base[carrier],
                            firstThread[carrier],
                            words[carrier],
                            written[carrier],
                            filled[carrier]);
                    written[carrier] = filled[carrier];
                    firstThread[carrier] = current[carrier];
                }
                if (full) {
                    filled[carrier] = written[carrier] = 0;
                }
                if (filled[carrier] == 0) {
                    base[carrier] = now;
                    firstThread[carrier] = thread;
                    sequence[carrier]++;
                } else if (moved) {
                    words[carrier][filled[carrier]++] = RandomRecords.switchTo(thread);
                }
                current[carrier] = thread;
                int kind = random.nextInt(3);
                int id = 1 + random.nextInt(9);
                if (kind == SpoolLayout.KIND_ENTER && random.nextBoolean()) {
                    words[carrier][filled[carrier]++] =
                            RandomRecords.record(SpoolLayout.KIND_CONTROL, i, SpoolLayout.CONTROL_RUN);
                }
                words[carrier][filled[carrier]++] = RandomRecords.record(kind, now - base[carrier], id);
                expected.thread(thread, true);
                expected.record(kind, now, id);
            }
            for (int carrier = 0; carrier < carriers; carrier++) {
                flush(
                        writer,
                        carrier,
                        sequence[carrier],
                        base[carrier],
                        firstThread[carrier],
                        words[carrier],
                        written[carrier],
                        filled[carrier]);
            }
        }
        return expected;
    }

    private static void flush(
            RecordingWriter writer, int carrier, long sequence, long base, long thread, long[] words, int from, int to)
            throws IOException {
        ChunkHeader header =
                new ChunkHeader(1 + carrier, sequence, WrittenRecording.START_NANOS + base, 10L + carrier, thread, 0);
        writer.chunk(header, from, thread, words, from, to);
    }

    @Tag("slow")
    @Test
    void recordingCutAnywhere_givesAStartOfWhatItWas() throws IOException {
        Path file = directory.resolve("whole.jtr");
        writeSome(file, 3_000);
        byte[] whole = Files.readAllBytes(file);
        StreamsByThread all = replay(file);

        Path cut = directory.resolve("cut.jtr");
        for (int length = whole.length - 1; length >= Math.max(0, whole.length - 4096); length--) {
            Files.write(cut, Arrays.copyOf(whole, length));
            StreamsByThread some = replay(cut);
            for (long thread : some.all().keySet()) {
                assertThat(isStart(some.of(thread).codes(), all.of(thread).codes()))
                        .as("cut at " + length)
                        .isTrue();
            }
        }
    }

    @Test
    void recordingCutBeforeItsHeader_isARecordingException() throws IOException {
        Path file = directory.resolve("whole.jtr");
        WrittenRecording.begin(file).close();
        byte[] whole = Files.readAllBytes(file);

        Path cut = directory.resolve("cut.jtr");
        for (int length = 0; length < whole.length; length++) {
            Files.write(cut, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> replay(cut)).as("cut at " + length).isInstanceOf(RecordingException.class);
        }
    }

    @Test
    void damagedRecording_endsInARecordingExceptionAtWorst() throws IOException {
        Path file = directory.resolve("whole.jtr");
        writeSome(file, 600);
        byte[] whole = Files.readAllBytes(file);

        int readable = 0;
        Path damaged = directory.resolve("damaged.jtr");
        for (long seed = 1; seed <= 1_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                // Half of them in the small frames, whose fields are counts and lengths.
                int at = random.nextInt(random.nextBoolean() ? 400 : bytes.length);
                bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : 0xff);
            }
            Files.write(damaged, bytes);
            try {
                convert(damaged);
                readable++;
            } catch (RecordingException expected) {
                assertThat(expected).as("seed " + seed).hasMessageContaining("damaged.jtr");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(readable).isBetween(10, 990);
    }

    /** As large as a count field of a damaged frame may demand. */
    @Test
    void impossibleMethodId_isARecordingException() throws IOException {
        Path file = directory.resolve("a.jtr");
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(Integer.MAX_VALUE - 1, List.of("x"));
        }

        assertThatThrownBy(() -> replay(file))
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining("2147483646");
    }

    private static void convert(Path file) throws IOException {
        try (Converter converter = new Converter(file)) {
            converter.convert(part -> OutputStream.nullOutputStream(), TraceLimits.DEFAULT, done -> {}, () -> false);
        }
    }

    private static void writeSome(Path file, int records) throws IOException {
        SplittableRandom random = new SplittableRandom(records);
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                names.add("a.A.m" + i);
            }
            writer.names(1, names);
            writer.thread(21, false, "main");
            for (int chunk = 0; chunk * WrittenRecording.RECORDS_A_CHUNK < records; chunk++) {
                int buffer = 1 + chunk % 3;
                long[] words = RandomRecords.words(random, WrittenRecording.RECORDS_A_CHUNK, 9);
                WrittenRecording.chunk(
                        writer, WrittenRecording.chunkHeader(buffer, 1 + chunk / 3, chunk * (1L << 41)), words);
                writer.text(21, WrittenRecording.START_NANOS + chunk, "text " + chunk);
            }
            writer.end(WrittenRecording.START_NANOS + 1_000, Map.of("lostEvents", "0"));
        }
    }

    private static StreamsByThread replay(Path file) throws IOException {
        StreamsByThread streams = new StreamsByThread();
        RecordingContents.replay(file, streams);
        return streams;
    }

    private static boolean isStart(int[] some, int[] all) {
        return some.length <= all.length && Arrays.equals(some, 0, some.length, all, 0, some.length);
    }
}
