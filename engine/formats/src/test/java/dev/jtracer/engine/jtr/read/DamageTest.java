// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.TimeCut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Damage costs the frames that it touches, and nothing else; it is always noticed. */
@Timeout(120)
class DamageTest {
    private static final int CHUNKS = 40;
    private static final int CALLS_A_CHUNK = 30;
    /** Calls of a frame whose records are checked when they are read. */
    private static final int CALLS_A_LONG_CHUNK = 2_000;

    private static final int MANY = 1_000;

    private final Random random = new Random(7);
    private final Path file;
    private final List<Frame> frames = new ArrayList<>();
    private byte[] whole = {};
    private int callsAChunk;

    private record Frame(byte type, int from, int to) {
        boolean touches(int first, int end) {
            return first < to && end > from;
        }
    }

    DamageTest(@TempDir Path directory) {
        this.file = directory.resolve("a.jtr");
    }

    @BeforeEach
    void write() throws IOException {
        write(CALLS_A_CHUNK);
    }

    private void write(int calls) throws IOException {
        callsAChunk = calls;
        frames.clear();
        Files.deleteIfExists(file);
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.one", "a.A.two", "a.A.three"));
            for (int i = 0; i < CHUNKS; i++) {
                int buffer = 1 + i % 3;
                if (i < 3) {
                    writer.thread(20L + buffer, false, "worker " + buffer);
                }
                writer.text(20L + buffer, WrittenRecording.START_NANOS + 1_000L * i, "text " + i);
                WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(buffer, 1 + i / 3, 1_000L * i), words());
            }
            writer.end(WrittenRecording.START_NANOS + 1_000L * CHUNKS, Map.of());
        }
        whole = Files.readAllBytes(file);
        try (FrameReader reader = new FrameReader(file, FileAccess.PLAIN)) {
            while (reader.next()) {
                int payload = (int) reader.payload();
                frames.add(new Frame(
                        reader.type(), payload - RecordingFormat.FRAME_HEADER_BYTES, payload + reader.length()));
            }
        }
    }

    private long[] words() {
        long[] words = new long[2 * callsAChunk];
        for (int i = 0; i < words.length; i += 2) {
            int method = 1 + random.nextInt(3);
            words[i] = RandomRecords.record(SpoolLayout.KIND_ENTER, 9L * i, method);
            words[i + 1] = RandomRecords.record(SpoolLayout.KIND_EXIT, 9L * i + 4, method);
        }
        return words;
    }

    private long chunksWithout(int first, int end) {
        return frames.stream()
                .filter(frame -> frame.type == RecordingFormat.CHUNK && !frame.touches(first, end))
                .count();
    }

    /** Reads the file, in which the bytes from {@code first} to {@code end} are not as they were. */
    private void read(int first, int end) throws IOException {
        String where = "bytes " + first + " to " + end + " of " + whole.length;
        try (Converter converter = new Converter(file)) {
            RecordingReader reader = converter.recording();
            new RecordMerge(reader).readAll(new StreamsByThread(), done -> {}, () -> false);
            assertThat(reader.records()).as(where).isEqualTo(chunksWithout(first, end) * 2 * callsAChunk);
            assertThat(reader.isTorn() || !reader.damages().isEmpty()).as(where).isTrue();
            assertThat(converter.wasKilled())
                    .as(where)
                    .isEqualTo(frames.get(frames.size() - 1).touches(first, end));
        }
        long[] begins = new long[1];
        ImportReport report = TraceImport.open(file).read(event -> {
            begins[0] += event.category().equals("java") && event.phase().code() == 'b' ? 1 : 0;
        });
        assertThat(begins[0]).as(where).isEqualTo(chunksWithout(first, end) * callsAChunk);
        assertThat(report.count(ImportProblem.DAMAGED) + report.count(ImportProblem.TRUNCATED))
                .as(where)
                .isPositive();
    }

    @Test
    void flippedBit_costsItsFrame() throws IOException {
        flipBits(MANY);
    }

    private void flipBits(int times) throws IOException {
        for (int i = 0; i < times; i++) {
            byte[] damaged = whole.clone();
            int at = Long.BYTES + random.nextInt(whole.length - Long.BYTES);
            damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            Files.write(file, damaged);

            read(at, at + 1);
        }
    }

    @Test
    void flippedBitOfALongFrame_costsIt() throws IOException {
        write(CALLS_A_LONG_CHUNK);
        flipBits(MANY / 5);
    }

    /** Also where the calls that stand for a frame in a window elsewhere are damaged, and not its other records. */
    @Test
    void flippedBitOfALongFrame_isNoticedByAWindow() throws IOException {
        write(CALLS_A_LONG_CHUNK);
        Frame chunk = frames.stream()
                .filter(frame -> frame.type == RecordingFormat.CHUNK)
                .findFirst()
                .orElseThrow();
        int outline = RecordingFormat.OUTLINE_END_BYTES;
        for (int at : new int[] {chunk.from + 20, chunk.to - outline, chunk.to - 1, (chunk.from + chunk.to) / 2}) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(file, damaged);
            boolean isOfOtherRecords = at == (chunk.from + chunk.to) / 2;

            CutWindow end = new CutWindow(1_000L * CHUNKS - 1, 1_000L * CHUNKS);
            ImportReport report = new TimeCut(TraceImport.open(file), end).read(event -> {});
            ImportReport all = TraceImport.open(file).read(event -> {});

            assertThat(report.count(ImportProblem.DAMAGED)).isEqualTo(isOfOtherRecords ? 0 : 1);
            assertThat(all.count(ImportProblem.DAMAGED)).isOne();
        }
    }

    @Test
    void overwrittenBytes_costTheFramesThatTheyTouch() throws IOException {
        for (int i = 0; i < MANY; i++) {
            byte[] damaged = whole.clone();
            int length = 2 + random.nextInt(i % 10 == 0 ? 500 : 15);
            int at = Long.BYTES + random.nextInt(whole.length - Long.BYTES - length);
            byte[] other = new byte[length];
            random.nextBytes(other);
            System.arraycopy(other, 0, damaged, at, length);
            Files.write(file, damaged);

            read(at, at + length);
        }
    }

    @Test
    void truncatedFile_isReadUpToThere() throws IOException {
        int headerEnd = frames.get(0).to;
        for (int i = 0; i < MANY; i++) {
            int length = headerEnd + random.nextInt(whole.length - headerEnd);
            Files.write(file, Arrays.copyOf(whole, length));
            boolean isCutBetweenFrames = frames.stream().anyMatch(frame -> frame.to == length);

            if (isCutBetweenFrames) {
                try (Converter converter = new Converter(file)) {
                    assertThat(converter.wasKilled()).isTrue();
                }
            } else {
                read(length, whole.length);
            }
        }
    }
}
