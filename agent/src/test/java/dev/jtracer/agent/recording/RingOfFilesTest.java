// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.bootstrap.RecordLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingOfFilesTest {
    private static final int RECORDS_A_FRAME = 100;
    private static final int MOST_BYTES = 8 * 1_000;

    private final Path directory;
    private final Path path;
    private int frames;

    RingOfFilesTest(@TempDir Path directory) {
        this.directory = directory;
        this.path = directory.resolve("ring.jtr");
    }

    @Test
    void ring_keepsTheNewestRecordsInOrder() throws IOException {
        long overwritten;
        try (RecordingWriter writer = begin(Files::createFile)) {
            for (int i = 0; i < 200; i++) {
                writeFrame(writer);
                assertThat(chunkBytes()).isLessThanOrEqualTo(MOST_BYTES);
                assertThat(RingOfFiles.parts(path)).hasSizeLessThanOrEqualTo(8);
            }
            overwritten = writer.overwritten();
            assertThat(writer.bytes()).isEqualTo(bytes());
        }

        int[] methods = methods(path);
        assertThat(overwritten).isPositive();
        assertThat(methods.length + overwritten).isEqualTo(200 * RECORDS_A_FRAME);
        assertThat(methods).containsExactly(from(overwritten + 1, methods.length));
        // An eighth may be missing, just after the oldest file was deleted, and a frame in each of the others.
        assertThat(chunkBytes()).isGreaterThan(MOST_BYTES / 2);
    }

    @Test
    void fileOfTheRing_isReadableAlone() throws IOException {
        try (RecordingWriter writer = begin(Files::createFile)) {
            for (int i = 0; i < 60; i++) {
                writeFrame(writer);
                writer.names(1_000_000 + i, new String[] {"late" + i});
            }
        }

        List<Path> parts = RingOfFiles.parts(path);
        assertThat(parts).hasSize(8);
        for (Path part : parts) {
            Path alone = Files.createDirectory(directory.resolve("alone" + part.getFileName()))
                    .resolve("one.jtr");
            Files.copy(part, alone);
            try (RecordingReader reader = new RecordingReader(alone)) {
                assertThat(reader.header()).isEqualTo(WrittenRecording.header());
                assertThat(reader.names().get(1)).isEqualTo("first");
                assertThat(reader.threads()).containsKey(21L);
                assertThat(reader.records()).isPositive();
            }
        }
        try (RecordingReader newest =
                new RecordingReader(directory.resolve("alonering.jtr").resolve("one.jtr"))) {
            assertThat(newest.names()).contains("late0", "late59");
        }
    }

    @Test
    void processKilledWhileAFileWasBegun_leavesARecording() throws IOException {
        int[] before = writeFrames(20);
        // The next file has been created, and nothing or a part of its names is in it.
        Files.write(directory.resolve("ring.jtr.0"), new byte[0]);
        assertThat(methods(path)).isEqualTo(before);
        Files.write(directory.resolve("ring.jtr.0"), Arrays.copyOf(Files.readAllBytes(path), 9));
        assertThat(methods(path)).isEqualTo(before);
    }

    @Test
    void processKilledBetweenTwoNames_leavesARecording() throws IOException {
        int[] before = writeFrames(20);
        Path beginning = directory.resolve("beginning.jtr");
        try (RecordingWriter writer = WrittenRecording.begin(beginning)) {
            writer.names(1, new String[] {"first"});
        }
        // The newest file has got its number, and the next one not its name yet.
        Files.move(path, directory.resolve("ring.jtr.99"));
        Files.move(beginning, directory.resolve("ring.jtr.0"));

        assertThat(RecordingFinder.find(path)).isEqualTo(path);
        assertThat(methods(path)).isEqualTo(before);
    }

    @Test
    void fileThatCannotBeBegun_leavesWhatThereIs() throws IOException {
        RecordingWriter writer = begin(next -> {
            throw new IOException("disk full");
        });

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        writeFrame(writer);
                    }
                })
                .hasMessage("disk full");

        writer.close();
        assertThat(methods(path)).containsExactly(from(1, (frames - 1) * RECORDS_A_FRAME));
    }

    private RecordingWriter begin(RingOfFiles.Creator creator) throws IOException {
        RingOfFiles ring = new RingOfFiles(path, MOST_BYTES, creator);
        RecordingWriter writer = new RecordingWriter(ring, WrittenRecording.header());
        writer.names(1, new String[] {"first"});
        writer.thread(21, false, "main");
        return writer;
    }

    private int[] writeFrames(int count) throws IOException {
        try (RecordingWriter writer = begin(Files::createFile)) {
            for (int i = 0; i < count; i++) {
                writeFrame(writer);
            }
        }
        assertThat(RingOfFiles.parts(path)).hasSizeGreaterThan(1);
        return methods(path);
    }

    /** Each record has a method of its own, from 1. */
    private void writeFrame(RecordingWriter writer) throws IOException {
        long[] words = new long[RECORDS_A_FRAME];
        int first = 1 + frames * RECORDS_A_FRAME;
        Arrays.setAll(words, i -> RandomRecords.record(RecordLayout.KIND_ENTER, i, first + i));
        frames++;
        WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, frames, frames * 1_000L), words);
    }

    private long bytes() throws IOException {
        long bytes = 0;
        for (Path part : RingOfFiles.parts(path)) {
            bytes += Files.size(part);
        }
        return bytes;
    }

    /** Without what each file begins with. */
    private long chunkBytes() throws IOException {
        long beginning = 0;
        for (Path part : RingOfFiles.parts(path)) {
            try (FrameReader reader = new FrameReader(part)) {
                beginning += Long.BYTES;
                while (reader.next()) {
                    if (reader.type() != RecordingFormat.CHUNK) {
                        beginning += RecordingFormat.FRAME_HEADER_BYTES + reader.length();
                    }
                }
            }
        }
        return bytes() - beginning;
    }

    private static int[] methods(Path file) throws IOException {
        StreamsByThread streams = new StreamsByThread();
        RecordingContents.replay(file, streams);
        return Arrays.stream(streams.of(21).codes()).map(code -> code >>> 2).toArray();
    }

    private static int[] from(long first, int count) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> (int) first + i);
        return numbers;
    }
}
