// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.jtracer.agent.memory.MappedPart;
import dev.jtracer.agent.output.SteadyFiles;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.jtr.FrameCursor;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SingleFile;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.jtr.read.RecordingReader;
import dev.jtracer.engine.jtr.read.SpoolNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MethodJournalTest {
    private static final int LOG_BYTES = 4_096;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(LOG_BYTES);
    private final MethodJournal journal = new MethodJournal(new StringTable());
    private final Path file;
    private int lastId;

    MethodJournalTest(@TempDir Path directory) {
        file = directory.resolve("a.jtr");
        journal.log(new NameLog(MappedPart.of(memory)));
    }

    @Test
    void names_areInTheRecordingBeforeTheRecordsThatUseThem() throws IOException {
        try (RecordingWriter writer = begin()) {
            for (int i = 0; i < 10; i++) {
                register(1 + i % 3);
                WrittenRecording.chunk(
                        writer, WrittenRecording.chunkHeader(1, 1 + i, i * 1_000L), RandomRecords.record(0, 1, lastId));
            }
        }

        byte[] whole = Files.readAllBytes(file);
        for (int length = whole.length; length > 200; length -= 7) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (RecordingReader reader = new RecordingReader(file)) {
                long chunks = reader.records();
                List<String> names = reader.names();
                assertThat(names).hasSizeGreaterThan((int) chunks);
                assertThat(names.subList(1, names.size())).isEqualTo(expected(1, names.size() - 1));
            }
        }
    }

    @Test
    void registering_touchesNoFile() throws IOException {
        RecordingWriter writer = begin();
        writer.close();

        register(3);

        assertThat(known()).isEqualTo(expected(1, 3));
    }

    @Test
    void log_holdsWhatTheRecordingDoesNot() throws IOException {
        try (RecordingWriter writer = begin()) {
            register(3);
            assertThat(known()).isEqualTo(expected(1, 3));
            writer.newNames();
            assertThat(known()).isEmpty();
            register(2);
            assertThat(known()).isEqualTo(expected(4, 5));
        }
    }

    @Test
    void writeThatFails_leavesTheNamesInTheLog() throws IOException {
        RecordingWriter writer = begin();
        writer.close();
        register(2);

        assertThat(catchThrowable(writer::newNames)).isInstanceOf(IOException.class);
        register(2);

        assertThat(known()).isEqualTo(expected(1, 4));
        assertThat(catchThrowable(writer::newNames)).isInstanceOf(IOException.class);
        assertThat(known()).isEqualTo(expected(1, 4));
    }

    @Test
    void fullLog_countsWhatItHasNoRoomFor() throws IOException {
        try (RecordingWriter writer = begin()) {
            while (new SpoolNames(memory).unsaved() == 0) {
                register(7);
            }
            assertThat(new SpoolNames(memory).unsaved()).isEqualTo(7);
            assertThat(known()).isEqualTo(expected(1, lastId - 7));

            writer.newNames();

            assertThat(new SpoolNames(memory).unsaved()).isZero();
            assertThat(known()).isEmpty();
            register(1);
            assertThat(known()).isEqualTo(expected(lastId, lastId));
        }
        try (RecordingReader reader = new RecordingReader(file)) {
            assertThat(reader.names()).hasSize(lastId);
        }
    }

    private RecordingWriter begin() throws IOException {
        return new RecordingWriter(
                new SingleFile(SteadyFiles.INSTANCE.create(file)), WrittenRecording.header(), journal);
    }

    private void register(int count) {
        journal.registered(lastId + 1, expected(lastId + 1, lastId + count).toArray(String[]::new));
        lastId += count;
    }

    /** Returns the content that would remain if the process were killed now. */
    private List<String> known() throws IOException {
        List<String> names = new ArrayList<>();
        FrameCursor cursor = new FrameCursor();
        for (byte[] payload : new SpoolNames(memory).payloads()) {
            cursor.reset(payload, 0, payload.length);
            int id = cursor.intVarint();
            for (int left = cursor.intVarint(); left > 0; left--, id++) {
                String name = cursor.string();
                assertThat(name).isEqualTo(name(id));
                names.add(name);
            }
        }
        names.sort(Comparator.comparingInt(name -> Integer.parseInt(name.substring("method".length()))));
        return names;
    }

    private static List<String> expected(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(MethodJournalTest::name)
                .toList();
    }

    private static String name(int id) {
        return "method" + id;
    }
}
