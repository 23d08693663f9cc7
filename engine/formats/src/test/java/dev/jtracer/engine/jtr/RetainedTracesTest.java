// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.jtr.read.Converter;
import dev.jtracer.engine.jtr.read.WindowTraces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The traces of kept windows whose ring has lost what was between them. */
class RetainedTracesTest {
    private static final int RECORDS_A_FRAME = 100;
    private static final int FRAMES = 200;
    private static final long FRAME_NANOS = 1_000;
    private static final RetainedWindow FIRST = new RetainedWindow(20_000, 20_050, 1, "call", 30);
    private static final RetainedWindow SECOND = new RetainedWindow(90_000, 90_050, 1, "call", 20);

    private final Path path;

    RetainedTracesTest(@TempDir Path directory) {
        path = directory.resolve("ring.jtr");
    }

    /**
     * The calls of frame 20 end in frame 40, which is deleted. They must not appear to be open in the second window.
     */
    @Test
    void callThatEndsInADeletedPart_isNotOpenAfterIt() throws IOException {
        write();

        List<String> traces = traces();

        assertThat(traces).hasSize(2);
        assertThat(traces.get(0)).contains("\"m20\"").doesNotContain("\"m90\"");
        assertThat(traces.get(1)).contains("\"m90\"").doesNotContain("\"m20\"");
    }

    /** A thread that has no record after the deleted part. */
    @Test
    void threadWithoutALaterRecord_isNotOpenAfterADeletedPart() throws IOException {
        write();

        assertThat(traces().get(0)).contains("\"ended\"");
        assertThat(traces().get(1)).doesNotContain("\"ended\"");
    }

    private void write() throws IOException {
        RetainedTimes kept = new RetainedTimes() {
            @Override
            public boolean holds(long firstNanos, long lastNanos) {
                return FIRST.overlaps(firstNanos, lastNanos) || SECOND.overlaps(firstNanos, lastNanos);
            }

            @Override
            public boolean drop(long lastNanos) {
                return false;
            }
        };
        RingOfFiles ring = new RingOfFiles(path, FileAccess.PLAIN.create(path), 8_000, kept, FileAccess.PLAIN);
        try (RecordingWriter writer = WrittenRecording.writer(ring, WrittenRecording.header())) {
            String[] names = new String[FRAMES + 2];
            Arrays.setAll(names, i -> i <= FRAMES ? "m" + (i + 1) : "ended");
            writer.names(1, List.of(names));
            writer.thread(21, false, "main");
            writer.thread(22, false, "short");
            for (int frame = 1; frame <= FRAMES; frame++) {
                writeFrame(writer, frame);
            }
            writer.windows(new SlowWindows(7, List.of(FIRST, SECOND)));
            writer.dropUnheld();
            writer.end(WrittenRecording.START_NANOS + FRAMES * FRAME_NANOS, Map.of());
        }
    }

    /** Frame 20 begins a call that frame 40 ends; all others hold short calls of a method of their own. */
    private static void writeFrame(RecordingWriter writer, int frame) throws IOException {
        long[] words = new long[RECORDS_A_FRAME];
        Arrays.setAll(
                words,
                i -> RandomRecords.record(i % 2 == 0 ? SpoolLayout.KIND_ENTER : SpoolLayout.KIND_EXIT, i, frame));
        if (frame == 20) {
            words[RECORDS_A_FRAME - 1] = RandomRecords.record(SpoolLayout.KIND_ENTER, 99, 20);
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(2, 1, frame * FRAME_NANOS),
                    RandomRecords.record(SpoolLayout.KIND_ENTER, 10, FRAMES + 2));
        }
        if (frame == 40) {
            words[0] = RandomRecords.record(SpoolLayout.KIND_EXIT, 0, 20);
            words[1] = RandomRecords.record(SpoolLayout.KIND_EXIT, 1, 20);
        }
        WrittenRecording.chunk(writer, WrittenRecording.chunkHeader(1, frame, frame * FRAME_NANOS), words);
    }

    private List<String> traces() throws IOException {
        List<ByteArrayOutputStream> files = new ArrayList<>();
        try (Converter converter = new Converter(path)) {
            new WindowTraces(
                            converter,
                            part -> {
                                assertThat(part).isEqualTo(files.size() + 1);
                                files.add(new ByteArrayOutputStream());
                                return files.get(part - 1);
                            },
                            TraceLimits.DEFAULT)
                    .write(List.of(FIRST, SECOND), done -> {}, () -> false);
        }
        return files.stream().map(file -> file.toString(StandardCharsets.UTF_8)).toList();
    }
}
