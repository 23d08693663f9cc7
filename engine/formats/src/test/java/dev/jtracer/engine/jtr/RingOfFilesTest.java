// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.jtracer.engine.jtr.read.Converter;
import dev.jtracer.engine.jtr.read.FrameReader;
import dev.jtracer.engine.jtr.read.RecordingContents;
import dev.jtracer.engine.jtr.read.RecordingFinder;
import dev.jtracer.engine.jtr.read.RecordingReader;
import dev.jtracer.engine.jtr.read.StreamsByThread;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingOfFilesTest {
    private static final int RECORDS_A_FRAME = 100;
    private static final int MOST_BYTES = 8 * 1_000;

    /** Enough to fill every file of the ring once. */
    private static final int FRAMES = 32;

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
        try (RecordingWriter writer = begin(FileAccess.PLAIN)) {
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
        // An eighth may be missing just after the oldest file was deleted, and a frame in each of the others.
        assertThat(chunkBytes()).isGreaterThan(MOST_BYTES / 2);
    }

    @Test
    void fileOfTheRing_isReadableAlone() throws IOException {
        try (RecordingWriter writer = begin(FileAccess.PLAIN)) {
            for (int i = 0; i < 60; i++) {
                writeFrame(writer);
                writer.names(1_000_000 + i, List.of("late" + i));
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
        // The next file has been created, and contains none or a part of its names.
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
            writer.names(1, List.of("first"));
        }
        // The newest file has been numbered, and the next one has not been renamed yet.
        Files.move(path, directory.resolve("ring.jtr.99"));
        Path newest = directory.resolve("ring.jtr.0");
        Files.move(beginning, newest);

        assertThat(RecordingFinder.find(path)).isEqualTo(newest);
        assertThat(RecordingFinder.find(newest)).isEqualTo(newest);
        assertThat(methods(path)).isEqualTo(before);
        assertThat(methods(newest)).isEqualTo(before);
        Path spool =
                Files.createFile(directory.resolve(WrittenRecording.header().spoolFile()));
        assertThat(RecordingFinder.find(spool)).isEqualTo(newest);
    }

    /** A JVM that was killed left its parts, somebody moved the newest file away, and another JVM took the name. */
    @Test
    void partsOfAnotherRecording_areLeftAlone() throws IOException {
        writeFrames(20);
        assertThat(RingOfFiles.parts(path)).hasSizeGreaterThan(1);
        Files.move(path, directory.resolve("moved.jtr"));
        RecordingHeader later = new RecordingHeader(
                WrittenRecording.PROCESS,
                WrittenRecording.START_NANOS + 1,
                WrittenRecording.START_EPOCH_MICROS,
                WrittenRecording.CHUNK_BYTES,
                "",
                "",
                "",
                0,
                0,
                Map.of());
        try (RecordingWriter writer = WrittenRecording.writer(new SingleFile(FileAccess.PLAIN.create(path)), later)) {
            writer.names(1, List.of("first"));
            WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, 1, 10), RandomRecords.record(0, 0, 1));
        }

        assertThat(methods(path)).containsExactly(1);
        try (Converter converter = new Converter(path)) {
            assertThat(converter.recording().files()).containsExactly(path);
        }
    }

    @Test
    void missingNewestFile_isNamed() throws IOException {
        writeFrames(20);
        Files.delete(path);

        assertThatThrownBy(() -> RecordingFinder.find(path))
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining("'" + path + "': the newest file of this ring is missing; name an older one");
    }

    @Test
    void part_isNamedByAPlainNumber() throws IOException {
        Files.createFile(path);
        for (String other : new String[] {"bak", "+1", "01", "-1", "99999999999", "1.json", ""}) {
            Files.createFile(directory.resolve("ring.jtr." + other));
            assertThat(RingOfFiles.isPart("ring.jtr", "ring.jtr." + other))
                    .as(other)
                    .isFalse();
        }

        assertThat(RingOfFiles.parts(path)).containsExactly(path);
        assertThat(RingOfFiles.isPart("ring.jtr", "ring.jtr.0")).isTrue();
        assertThat(RingOfFiles.isPart("ring.jtr", "ring.jtr.12")).isTrue();
        assertThat(RingOfFiles.isPart("ring.jtr", "ring.jtr")).isFalse();
    }

    /**
     * Every operation fails once; the frame is written again, as the drain does, and nothing is missing at the end.
     */
    @Test
    void anyOperationThatFails_isTriedAgain() throws IOException {
        int operations = writeWithFailureAt(path, Integer.MAX_VALUE).operations;
        assertThat(operations).isGreaterThan(70);

        for (int failing = 1; failing <= operations; failing++) {
            Path file = Files.createDirectory(directory.resolve("failing" + failing))
                    .resolve("ring.jtr");
            FailingFiles files = writeWithFailureAt(file, failing);

            assertThat(files.failures).as("failures at operation " + failing).isOne();
            int[] methods = methods(file);
            assertThat(methods)
                    .as("records, operation " + failing + " failed")
                    .isEqualTo(from(FRAMES * RECORDS_A_FRAME + 1L - methods.length, methods.length));
            assertThat(methods.length).isGreaterThan(MOST_BYTES / 2 / 4);
            try (RecordingReader reader = new RecordingReader(file)) {
                assertThat(reader.names()).contains("late0", "late" + (FRAMES - 1));
                assertThat(reader.threads()).containsKey(21L);
            }
            try (Stream<Path> left = Files.list(file.getParent())) {
                // One more if it was the last deletion that failed.
                assertThat(left).as("files, operation " + failing + " failed").hasSizeLessThanOrEqualTo(9);
            }
        }
    }

    /** After an operation that fails for good, everything written before remains readable. */
    @Test
    void operationThatNeverWorksAgain_leavesWhatWasWritten() throws IOException {
        int operations = writeWithFailureAt(path, Integer.MAX_VALUE).operations;
        for (int failing = 10; failing <= operations; failing++) {
            Path file =
                    Files.createDirectory(directory.resolve("broken" + failing)).resolve("ring.jtr");
            FailingFiles files = new FailingFiles(failing, true);
            frames = 0;
            RecordingWriter writer = begin(file, files);
            Throwable failure = catchThrowable(() -> {
                while (frames < FRAMES) {
                    writeFrame(writer);
                    writer.names(5_000 + frames, List.of("late" + frames));
                }
                writer.close();
            });
            assertThat(failure).hasMessage("broken disk");
            assertThat(catchThrowable(writer::close))
                    .satisfiesAnyOf(none -> assertThat(none).isNull(), again -> assertThat(again)
                            .hasMessage("broken disk"));

            int[] methods = methods(file);
            assertThat(methods).isNotEmpty();
            assertThat(methods).isEqualTo(from(methods[0], methods.length));
        }
    }

    @Test
    void threadsThatHaveEnded_takeNoRoomInLaterFiles() throws IOException {
        try (RecordingWriter writer = begin(FileAccess.PLAIN)) {
            for (int i = 0; i < 3_000; i++) {
                writer.thread(1_000 + i, false, "a thread of some name " + i);
                writeFrame(writer);
                writer.threadEnded(1_000 + i);
            }
        }

        assertThat(bytes()).isLessThan(2L * MOST_BYTES);
        try (RecordingReader reader = new RecordingReader(path)) {
            assertThat(reader.threads()).containsKeys(21L, 3_999L).doesNotContainKey(1_000L);
            assertThat(reader.records()).isGreaterThan(MOST_BYTES / 4 / 4);
        }
    }

    @Test
    void fileOfAnotherRecording_isLeftAlone() throws IOException {
        Path other = Files.writeString(directory.resolve("ring.jtr.2"), "precious");
        try (RecordingWriter writer = begin(FileAccess.PLAIN)) {
            for (int i = 0; i < 200; i++) {
                writeFrame(writer);
            }
        }

        assertThat(other).hasContent("precious");
    }

    private FailingFiles writeWithFailureAt(Path file, int operation) throws IOException {
        FailingFiles files = new FailingFiles(operation, false);
        frames = 0;
        RecordingWriter writer = begin(file, files);
        while (frames < FRAMES) {
            int before = frames;
            try {
                writer.names(5_000 + before, List.of("late" + before));
                writeFrame(writer);
            } catch (IOException injected) {
                assertThat(injected).hasMessage("broken disk");
                frames = before;
            }
        }
        try {
            writer.close();
        } catch (IOException injected) {
            assertThat(injected).hasMessage("broken disk");
        }
        return files;
    }

    /** Makes one operation fail, or all from one on: of the directory, and writing to its files. */
    private static final class FailingFiles implements FileAccess {
        private final int failing;
        private final boolean forGood;
        private int operations = -10; // not while the recording begins: the start reports that failure
        private int failures;

        FailingFiles(int failing, boolean forGood) {
            this.failing = failing;
            this.forGood = forGood;
        }

        void operate() throws IOException {
            operations++;
            if (operations == failing || forGood && operations > failing) {
                failures++;
                throw new IOException("broken disk");
            }
        }

        @Override
        public FileChannel create(Path path) throws IOException {
            operate();
            return new FailingChannel(FileAccess.PLAIN.create(path), this::operate);
        }

        @Override
        public void move(Path from, Path to) throws IOException {
            operate();
            FileAccess.PLAIN.move(from, to);
        }

        @Override
        public FileChannel read(Path path) throws IOException {
            return FileAccess.PLAIN.read(path);
        }

        @Override
        public void delete(Path path) throws IOException {
            operate();
            FileAccess.PLAIN.delete(path);
        }
    }

    /** Frame n of {@link #writeFrame} is of the time 1,000 n. */
    private static final class HeldTimes implements RetainedTimes {
        private final RetainedWindows windows = new RetainedWindows();

        void hold(int firstFrame, int lastFrame) {
            windows.add(new RetainedWindow(
                    firstFrame * 1_000L, lastFrame * 1_000L + RECORDS_A_FRAME, 1, "call", lastFrame));
        }

        @Override
        public boolean holds(long firstNanos, long lastNanos) {
            return windows.overlap(firstNanos, lastNanos);
        }

        @Override
        public boolean drop(long lastNanos) {
            return !windows.isEmpty() && windows.dropLeast() > 0;
        }
    }

    @Test
    void heldParts_stayUntilTheyAreTooMany() throws IOException {
        HeldTimes held = new HeldTimes();
        held.hold(20, 21);
        held.hold(90, 91);
        long overwritten;
        try (RecordingWriter writer = begin(path, FileAccess.PLAIN, held)) {
            for (int i = 0; i < 200; i++) {
                writeFrame(writer);
            }
            writer.windows(new SlowWindows(7, held.windows.list()));
            writer.dropUnheld();
            overwritten = writer.overwritten();
            assertThat(writer.bytes()).isEqualTo(bytes());
        }

        int[] methods = methods(path);
        assertThat(methods).contains(from(19 * RECORDS_A_FRAME + 1, 2 * RECORDS_A_FRAME));
        assertThat(methods).contains(from(89 * RECORDS_A_FRAME + 1, 2 * RECORDS_A_FRAME));
        assertThat(methods).doesNotContain(1, 50 * RECORDS_A_FRAME, 150 * RECORDS_A_FRAME);
        assertThat(methods.length + overwritten).isEqualTo(200 * RECORDS_A_FRAME);
        try (RecordingReader reader = new RecordingReader(path)) {
            assertThat(reader.slow()).isEqualTo(new SlowWindows(7, held.windows.list()));
        }
    }

    @Test
    void heldParts_areBounded() throws IOException {
        HeldTimes held = new HeldTimes();
        held.hold(1, 50);
        held.hold(60, 100);
        try (RecordingWriter writer = begin(path, FileAccess.PLAIN, held)) {
            for (int i = 0; i < 200; i++) {
                writeFrame(writer);
                assertThat(chunkBytes()).isLessThanOrEqualTo(2 * MOST_BYTES);
            }
        }

        assertThat(held.windows.list()).isEmpty();
    }

    @Test
    void everyPart_beginsWithTheLatestWindows() throws IOException {
        HeldTimes held = new HeldTimes();
        SlowWindows windows = new SlowWindows(7, List.of(new RetainedWindow(-5, 60, 1, "call", 50)));
        try (RecordingWriter writer = begin(path, FileAccess.PLAIN, held)) {
            writer.windows(new SlowWindows(7, List.of()));
            writer.windows(windows);
            for (int i = 0; i < FRAMES; i++) {
                writeFrame(writer);
            }
        }

        Path alone = Files.copy(path, directory.resolve("alone.jtr"));
        try (RecordingReader reader = new RecordingReader(alone)) {
            assertThat(reader.slow()).isEqualTo(windows);
        }
    }

    @Test
    void windows_takeTheRoomOfRecords() throws IOException {
        HeldTimes held = new HeldTimes();
        held.hold(1, 2);
        List<RetainedWindow> windows = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            windows.add(new RetainedWindow(i * 1_000_000L, i * 1_000_000L + 9, 1, "call", 9));
        }
        try (RecordingWriter writer = begin(path, FileAccess.PLAIN, held)) {
            for (int i = 0; i < 1_000; i++) {
                if (i % 100 == 0) {
                    writeFrame(writer);
                }
                writer.windows(new SlowWindows(7, windows));
                assertThat(writer.bytes()).isLessThan(3 * MOST_BYTES);
            }
        }

        assertThat(held.windows.list()).hasSize(1);
        assertThat(methods(path)).contains(from(1, 2 * RECORDS_A_FRAME));
    }

    @Test
    void newestFileThatSomebodyMoves_isFollowedByOthers() throws IOException {
        try (RecordingWriter writer = begin(FileAccess.PLAIN)) {
            for (int i = 0; i < 20; i++) {
                writeFrame(writer);
            }
            Files.move(path, directory.resolve("moved.jtr"));
            for (int i = 0; i < 200; i++) {
                writeFrame(writer);
            }
        }

        int[] methods = methods(path);
        assertThat(methods).isEqualTo(from(220 * RECORDS_A_FRAME + 1L - methods.length, methods.length));
        assertThat(chunkBytes()).isBetween(MOST_BYTES / 2L, (long) MOST_BYTES);
        assertThat(directory.resolve("moved.jtr")).exists();
    }

    private RecordingWriter begin(FileAccess files) throws IOException {
        return begin(path, files);
    }

    private static RecordingWriter begin(Path file, FileAccess files) throws IOException {
        return begin(file, files, null);
    }

    private static RecordingWriter begin(Path file, FileAccess files, @Nullable RetainedTimes kept) throws IOException {
        RingOfFiles ring = new RingOfFiles(file, files.create(file), MOST_BYTES, kept, files);
        RecordingWriter writer = WrittenRecording.writer(ring, WrittenRecording.header());
        writer.names(1, List.of("first"));
        writer.thread(21, false, "main");
        return writer;
    }

    private int[] writeFrames(int count) throws IOException {
        try (RecordingWriter writer = begin(FileAccess.PLAIN)) {
            for (int i = 0; i < count; i++) {
                writeFrame(writer);
            }
        }
        assertThat(RingOfFiles.parts(path)).hasSizeGreaterThan(1);
        return methods(path);
    }

    /** Gives each record a method of its own, from 1. */
    private void writeFrame(RecordingWriter writer) throws IOException {
        long[] words = new long[RECORDS_A_FRAME];
        int first = 1 + frames * RECORDS_A_FRAME;
        Arrays.setAll(words, i -> RandomRecords.record(SpoolLayout.KIND_ENTER, i, first + i));
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

    /** Returns the size without the header and the names of each file. */
    private long chunkBytes() throws IOException {
        long beginning = 0;
        for (Path part : RingOfFiles.parts(path)) {
            try (FrameReader reader = new FrameReader(part, FileAccess.PLAIN)) {
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
