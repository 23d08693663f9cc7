// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.output.SteadyFiles;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.engine.jtr.CallStream;
import dev.jtracer.engine.jtr.FailingChannel;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SingleFile;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.jtr.read.RecordingContents;
import dev.jtracer.engine.jtr.read.RecordingReader;
import dev.jtracer.engine.jtr.read.StreamsByThread;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A recording of this JVM, drained by the calling thread: live into streams, and into a file that is then read. */
final class DrainedRecording {
    static final int CHUNK_BYTES = 16 << 10;
    static final int RECORDS_A_CHUNK = CHUNK_BYTES / 8 - 8;

    private final SpoolFile spool;
    private final RecordingHeader header;
    private final Path file;
    private final RecordingWriter writer;
    private final StreamsByThread live = new StreamsByThread();
    private final boolean isSeen;
    private final SpoolDrainer drainer;

    DrainedRecording(Path directory, long spoolBytes, boolean discardWhenFull) throws IOException {
        this(directory, spoolBytes, discardWhenFull, () -> {}, true);
    }

    /**
     * Creates a recording.
     *
     * @param disk may fail
     * @param isSeen whether a live sink receives the records
     */
    DrainedRecording(Path directory, long spoolBytes, boolean discardWhenFull, FailingChannel.Disk disk, boolean isSeen)
            throws IOException {
        this.isSeen = isSeen;
        spool = new SpoolFile(
                directory.resolve("test.spool"), create(directory.resolve("test.spool")), CHUNK_BYTES, spoolBytes);
        file = directory.resolve("test.jtr");
        header = header();
        writer = WrittenRecording.writer(new SingleFile(new FailingChannel(create(file), disk)), header);
        drainer = new SpoolDrainer(spool, writer, isSeen ? live : RecordSink.NONE, discardWhenFull);
    }

    static RecordingHeader header() {
        return new RecordingHeader(
                ProcessId.current(),
                System.nanoTime(),
                0,
                CHUNK_BYTES,
                "test.spool",
                "test.json",
                "test",
                0,
                0,
                Map.of());
    }

    static FileChannel create(Path path) throws IOException {
        return SteadyFiles.INSTANCE.create(path);
    }

    /** Returns the names of threads in the file. */
    List<String> names() throws IOException {
        try (RecordingReader reader = new RecordingReader(file)) {
            return reader.threads().values().stream()
                    .map(RecordingReader.ThreadName::name)
                    .toList();
        }
    }

    SpoolDrainer drainer() {
        return drainer;
    }

    StreamsByThread live() {
        return live;
    }

    /** Drains as long as one of these threads is alive. */
    void drainWhileAlive(Iterable<Thread> threads) throws IOException {
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                drainer.round();
            }
        }
    }

    /** Ends the recording, checks that its file holds exactly the records of a live sink, and returns these. */
    StreamsByThread end() throws IOException {
        TracerSwitch.set(false);
        drainer.finish(Long.MAX_VALUE);
        writer.end(System.nanoTime(), Map.of());
        writer.close();
        StreamsByThread written = new StreamsByThread();
        RecordingContents.replay(file, written);
        if (!isSeen) {
            assertThat(written.all().values()).allMatch(CallStream::isInOrderOfTime);
            return written;
        }
        assertThat(written.records()).isEqualTo(live.records());
        for (Map.Entry<Long, CallStream> entry : live.all().entrySet()) {
            CallStream fed = entry.getValue();
            CallStream read = written.of(entry.getKey());
            assertThat(fed.isInOrderOfTime())
                    .as("times fed of thread " + entry.getKey())
                    .isTrue();
            assertThat(read.isInOrderOfTime())
                    .as("times written of thread " + entry.getKey())
                    .isTrue();
            assertThat(read.codes()).isEqualTo(fed.codes());
            assertThat(read.isVirtual()).isEqualTo(fed.isVirtual());
            long[] sinceStart = fed.nanos();
            for (int i = 0; i < sinceStart.length; i++) {
                sinceStart[i] -= header.startNanos();
            }
            assertThat(read.nanos()).isEqualTo(sinceStart);
        }
        return written;
    }
}
