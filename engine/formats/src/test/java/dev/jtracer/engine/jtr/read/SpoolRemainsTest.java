// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.jtr.ChunkHeader;
import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolRemainsTest {
    private static final int FIRST_METHOD = 1;

    private final Path recording;
    private final Path spool;
    private int chunks;
    private boolean isGrowing;

    SpoolRemainsTest(@TempDir Path directory) throws IOException {
        recording = directory.resolve("a.jtr");
        spool = directory.resolve("a.spool");
        writeSpoolHeader(WrittenRecording.PROCESS, WrittenRecording.START_NANOS);
    }

    @Test
    void chunkThatWasWrittenAndNotFreed_isThereOnce() throws IOException {
        ChunkHeader first = WrittenRecording.chunkHeader(1, 1, 10);
        ChunkHeader second = WrittenRecording.chunkHeader(1, 2, 1_000);
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            WrittenRecording.chunk(writer, first, enters(1, 50));
        }
        spoolChunk(second, enters(51, 20));
        spoolChunk(first, enters(1, 50));

        assertThat(methods(1)).containsExactly(oneTo(70));
    }

    @Test
    void chunkThatWasPackedInPart_isCompleted() throws IOException {
        ChunkHeader chunk = WrittenRecording.chunkHeader(1, 1, 10);
        long[] words = enters(1, 50);
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            writer.chunk(chunk, 0, chunk.thread(), words, 0, 20);
        }
        spoolChunk(chunk, words);

        assertThat(methods(1)).containsExactly(oneTo(50));
    }

    /**
     * The file before has 20 records of the chunk; two of the others were stored late, after the recording had gone
     * on.
     */
    @Test
    void recordsOfTheFileBefore_areDropped() throws IOException {
        ChunkHeader chunk = WrittenRecording.chunkHeader(1, 3, -28);
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            writer.held(chunk, 20, chunk.thread());
        }
        spoolChunk(chunk, enters(1, 50));
        spoolChunk(WrittenRecording.chunkHeader(1, 4, 100), enters(51, 10));

        assertThat(methods(1)).containsExactly(Arrays.copyOfRange(oneTo(60), 20, 60));
    }

    @Test
    void chunkOfATornFrame_comesFromTheSpool() throws IOException {
        ChunkHeader first = WrittenRecording.chunkHeader(1, 1, 10);
        ChunkHeader second = WrittenRecording.chunkHeader(1, 2, 1_000);
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            WrittenRecording.chunk(writer, first, enters(1, 30));
            WrittenRecording.chunk(writer, second, enters(31, 30));
        }
        spoolChunk(second, enters(31, 30));
        byte[] whole = Files.readAllBytes(recording);
        for (int missing = 1; missing < 60; missing++) {
            Files.write(recording, Arrays.copyOf(whole, whole.length - missing));
            assertThat(methods(1)).as(missing + " bytes missing").containsExactly(oneTo(60));
        }
    }

    /** A chunk between may have been another buffer's when the spool was copied. */
    @Test
    void spoolInUse_addsWhatFollowsTheFileAtOnce() throws IOException {
        isGrowing = true;
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, 1, 10), enters(1, 30));
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(2, 1, 10), enters(1, 30));
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(3, 4, 10), enters(1, 30));
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(6, 1, 10), enters(1, 30));
        }
        spoolChunk(WrittenRecording.chunkHeader(1, 2, 100), enters(31, 20));
        spoolChunk(WrittenRecording.chunkHeader(1, 3, 200), enters(51, 20));
        spoolChunk(WrittenRecording.chunkHeader(2, 3, 200), enters(51, 20));
        spoolChunk(WrittenRecording.chunkHeader(3, 4, 10), enters(1, 40));
        spoolChunk(WrittenRecording.chunkHeader(4, 1, 10), enters(1, 7));
        spoolChunk(WrittenRecording.chunkHeader(5, 2, 10), enters(1, 7));
        spoolChunk(WrittenRecording.chunkHeader(6, 1, 10), enters(1, 7)); // copied before the rest was stored
        spoolChunk(WrittenRecording.chunkHeader(6, 2, 100), enters(41, 7));

        assertThat(methods(1)).containsExactly(oneTo(50));
        assertThat(methods(2)).containsExactly(oneTo(30));
        assertThat(methods(3)).containsExactly(oneTo(40));
        assertThat(methods(4)).containsExactly(oneTo(7));
        assertThat(methods(5)).isEmpty();
        assertThat(methods(6)).containsExactly(oneTo(30));
    }

    @Test
    void freeChunk_isDropped() throws IOException {
        WrittenRecording.begin(recording).close();
        spoolChunk(WrittenRecording.chunkHeader(2, 0, 10), enters(1, 50));
        spoolChunk(WrittenRecording.chunkHeader(1, 1, 10), enters(1, 3));

        assertThat(methods(1)).containsExactly(1, 2, 3);
        assertThat(methods(2)).isEmpty();
    }

    @Test
    void chunkOpenedAndNotUsed_isNothing() throws IOException {
        WrittenRecording.begin(recording).close();
        spoolChunk(WrittenRecording.chunkHeader(1, 1, 10));

        assertThat(methods(1)).isEmpty();
    }

    @Test
    void recordsOfAnEarlierRecording_areDropped() throws IOException {
        WrittenRecording.begin(recording).close();
        ChunkHeader before = WrittenRecording.chunkHeader(1, 9, -500);
        // The last two chunks were taken after the recording's start.
        spoolChunk(
                before,
                RandomRecords.record(0, 0, 7),
                RandomRecords.record(0, 499, 8),
                RandomRecords.record(0, 500, 1),
                RandomRecords.record(0, 501, 2));
        spoolChunk(WrittenRecording.chunkHeader(2, 4, -500), RandomRecords.record(0, 0, 7));

        assertThat(methods(1)).containsExactly(1, 2);
        assertThat(methods(2)).isEmpty();
    }

    @Test
    void tracersOwnRecords_areDropped() throws IOException {
        WrittenRecording.begin(recording).close();
        spoolChunk(WrittenRecording.chunkHeader(1, 1, 10), RandomRecords.record(0, 0, SpoolLayout.CALIBRATION_ID));

        assertThat(methods(1)).isEmpty();
    }

    @Test
    void virtualThreadsOfAPartlyPackedChunk_keepTheirRecords() throws IOException {
        ChunkHeader chunk = new ChunkHeader(1, 1, WrittenRecording.START_NANOS, 21, 50, 0);
        long[] words = {
            RandomRecords.record(0, 1, 1),
            RandomRecords.switchTo(51),
            RandomRecords.record(0, 2, 2),
            RandomRecords.record(0, 3, 3)
        };
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            writer.chunk(chunk, 0, 50, words, 0, 3);
        }
        spoolChunk(chunk, words);

        StreamsByThread streams = streams();
        assertThat(streams.of(50).codes()).containsExactly(1 << 2);
        assertThat(streams.of(51).codes()).containsExactly(2 << 2, 3 << 2);
    }

    @Test
    void spoolOfAnotherProcess_isRefused() throws IOException {
        WrittenRecording.begin(recording).close();
        writeSpoolHeader(4712, WrittenRecording.START_NANOS);

        assertThatThrownBy(this::streams)
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining("belongs to process 4712, the recording to process 4711");
    }

    /** Processes of containers often have the same id, and a process may make several recordings. */
    @Test
    void spoolOfAnotherRecording_leavesWhatTheFileHas() throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, 1, 10), enters(1, 50));
        }
        writeSpoolHeader(WrittenRecording.PROCESS, WrittenRecording.START_NANOS + 1);
        spoolChunk(WrittenRecording.chunkHeader(1, 2, 1_000), enters(51, 20));

        assertRead(50, "'" + spool + "' belongs to another recording");
    }

    @Test
    void missingSpool_leavesWhatTheFileHas() throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, 1, 10), enters(1, 50));
        }
        Files.delete(spool);

        assertRead(50, "'" + spool + "' is missing");
    }

    /** Whatever a damaged spool holds, the records of the file are read, and those of the spool's other chunks. */
    @Test
    void damagedSpool_costsNoRecordOfTheFile() throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, 1, 10), enters(1, 50));
        }
        for (int sequence = 2; sequence < 10; sequence++) {
            spoolChunk(WrittenRecording.chunkHeader(1, sequence, 100L * sequence), enters(51, 20));
        }
        byte[] whole = Files.readAllBytes(spool);
        List<String> ofTheFile =
                Arrays.stream(oneTo(50)).mapToObj(method -> "?" + method).toList();
        Random random = new Random(3);
        for (int i = 0; i < 1_000; i++) {
            byte[] damaged = whole.clone();
            byte[] other = new byte[1 + random.nextInt(16)];
            random.nextBytes(other);
            System.arraycopy(other, 0, damaged, random.nextInt(whole.length - other.length), other.length);
            Files.write(spool, damaged);

            List<String> calls = new ArrayList<>();
            TraceImport.open(recording).read(event -> {
                if (event.phase() == Phase.ASYNC_BEGIN && event.tid() == 21 && calls.size() < 50) {
                    calls.add(event.name());
                }
            });

            assertThat(calls).as("damage " + i).isEqualTo(ofTheFile);
        }
    }

    private void assertRead(long records, String spoolProblem) throws IOException {
        try (Converter converter = new Converter(recording)) {
            assertThat(converter.wasKilled()).isTrue();
            assertThat(converter.records()).isEqualTo(records);
            assertThat(converter.spoolProblem()).isEqualTo(spoolProblem);
        }
    }

    private StreamsByThread streams() throws IOException {
        StreamsByThread streams = new StreamsByThread();
        try (RecordingReader reader = new RecordingReader(recording)) {
            long inFrames = reader.records();
            FileChannel remains = isGrowing ? SpoolRemains.copy(spool) : FileAccess.PLAIN.read(spool);
            long added = SpoolRemains.addTo(reader, spool, remains, isGrowing);
            new RecordMerge(reader).readAll(streams, done -> {}, () -> false);
            assertThat(inFrames + added).isGreaterThanOrEqualTo(streams.records());
        }
        return streams;
    }

    private int[] methods(int buffer) throws IOException {
        return Arrays.stream(streams().of(20L + buffer).codes())
                .map(code -> code >>> 2)
                .toArray();
    }

    private static int[] oneTo(int last) {
        int[] numbers = new int[last];
        Arrays.setAll(numbers, i -> FIRST_METHOD + i);
        return numbers;
    }

    private static long[] enters(int firstMethod, int count) {
        long[] words = new long[count];
        Arrays.setAll(words, i -> RandomRecords.record(SpoolLayout.KIND_ENTER, i, firstMethod + i));
        return words;
    }

    private void writeSpoolHeader(long process, long startNanos) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(SpoolLayout.SPOOL_HEADER_BYTES).order(ByteOrder.nativeOrder());
        header.putLong(0, SpoolLayout.SPOOL_MAGIC);
        header.putLong(SpoolLayout.SPOOL_CHUNK_BYTES, WrittenRecording.CHUNK_BYTES);
        header.putLong(SpoolLayout.SPOOL_PROCESS, process);
        header.putLong(SpoolLayout.SPOOL_START_NANOS, startNanos);
        header.putLong(SpoolLayout.SPOOL_START_EPOCH, WrittenRecording.START_EPOCH_MICROS);
        Files.write(spool, header.array());
    }

    private void spoolChunk(ChunkHeader header, long... words) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(WrittenRecording.CHUNK_BYTES).order(ByteOrder.nativeOrder());
        chunk.putLong(SpoolLayout.SEQUENCE, header.sequence());
        chunk.putLong(SpoolLayout.BUFFER, header.buffer());
        chunk.putLong(SpoolLayout.BASE, header.baseNanos());
        chunk.putLong(SpoolLayout.OWNER, header.owner());
        chunk.putLong(SpoolLayout.THREAD, header.thread());
        chunk.putLong(SpoolLayout.LOST, header.lost());
        chunk.position(SpoolLayout.CHUNK_HEADER_BYTES);
        for (long word : words) {
            chunk.putLong(word);
        }
        try (RandomAccessFile file = new RandomAccessFile(spool.toFile(), "rw")) {
            file.seek(SpoolLayout.SPOOL_HEADER_BYTES + (long) chunks++ * WrittenRecording.CHUNK_BYTES);
            file.write(chunk.array());
        }
    }
}
