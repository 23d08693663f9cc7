// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.control.FileReplies;
import dev.jtracer.agent.control.FileReply;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.WrittenRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceMakerTest {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Path recording;
    private final Path trace;

    TraceMakerTest(@TempDir Path directory) {
        recording = directory.resolve("a.jtr");
        trace = directory.resolve("a.json");
    }

    @Test
    void trace_remainsIfItsRecordingCannotBeRemoved() throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(recording)) {
            writer.names(1, List.of("a.A.a"));
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(1, 1, 1_000),
                    RandomRecords.record(0, 0, 1),
                    RandomRecords.record(1, 500, 1));
            writer.end(WrittenRecording.START_NANOS + 10_000, Map.of());
        }
        TraceMaker maker = new TraceMaker(
                new TracerThreads(lines::add), TraceLimits.DEFAULT, Path.of("tracer.jar"), () -> "", lines::add);

        try (FileChannel channel = FileChannel.open(recording)) {
            maker.make(new RecordingFile(recording, channel, trace, 0), new FileReplies(this::replaceDuringConversion));
            maker.finish(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
        }

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("wrote 1 call to '" + trace + "'")
                .contains("; cannot remove '" + recording + "' (");
        assertThat(trace).isNotEmptyFile();
    }

    private void replaceDuringConversion(FileReply reply) {
        if (reply.part() > 0 && reply.state() == FileReply.State.CONVERTING) {
            replaceRecording();
        }
    }

    /** Replaces the recording by a directory that cannot be deleted. */
    private void replaceRecording() {
        try {
            if (Files.isRegularFile(recording)) {
                Files.delete(recording);
                Files.createDirectories(recording.resolve("child"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
