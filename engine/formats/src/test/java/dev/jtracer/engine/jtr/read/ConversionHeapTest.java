// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.TraceFiles;
import dev.jtracer.engine.jtr.ChunkHeader;
import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The heap that a conversion needs, which in a traced JVM is the application's: it must not grow with the recording.
 */
@Tag("slow")
class ConversionHeapTest {
    private static final int TEXTS = 400_000;

    private final Path directory;

    ConversionHeapTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /* 400,000 texts of 200 characters are 100 MB of strings. */
    @Test
    void textsAndStalls_areReadAsAStream() throws IOException, InterruptedException {
        Path file = directory.resolve("texts.jtr");
        try (RecordingWriter writer = begin(file)) {
            writer.thread(21, false, "busy");
            writer.thread(22, false, "silent");
            for (int i = 0; i < TEXTS; i++) {
                long nanos = WrittenRecording.START_NANOS + i * 1_000L;
                writer.text(21 + i % 2, nanos, "line " + i + " " + "x".repeat(190));
                writer.stall(nanos, 7);
            }
            // A record at either end: all texts are within the run of thread 21.
            WrittenRecording.chunk(
                    writer, WrittenRecording.chunkHeader(1, 1, 0), call(0), end(TEXTS * 1_000L), call(TEXTS * 1_000L));
            end(writer);
        }

        Path trace = directory.resolve("trace.json");

        assertThat(convert(file, trace)).isEmpty();

        assertThat(count(trace, "line ")).isEqualTo(TEXTS);
    }

    @Test
    void threads_areConvertedAsLongAsTheirNamesAndTracksAreAnEighthOfTheHeap() throws Exception {
        Path file = directory.resolve("few.jtr");
        writeThreads(file, 5_000, true);

        assertThat(convert(file, directory.resolve("few.json"))).isEmpty();

        assertThat(count(directory.resolve("few.json"), "\"a.A.call\"")).isEqualTo(2 * 5_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void moreThreads_areRefusedBeforeTheyFillTheHeap(boolean named) throws Exception {
        Path file = directory.resolve("many.jtr");
        writeThreads(file, 50_000, named);

        assertThat(convert(file, directory.resolve("many.json")))
                .matches("more than \\d+ threads are too many for the heap of the traced JVM");
    }

    /** Writes a recording of threads with a call each. */
    private static void writeThreads(Path file, int threads, boolean named) throws IOException {
        try (RecordingWriter writer = begin(file)) {
            for (int i = 0; i < threads; i++) {
                if (named) {
                    writer.thread(21 + i, false, "worker-" + i);
                }
                ChunkHeader header =
                        new ChunkHeader(1, i, WrittenRecording.START_NANOS + i * 1_000L, 21L + i, 21L + i, 0);
                WrittenRecording.chunk(writer, header, call(0), end(10));
            }
            end(writer);
        }
    }

    private static RecordingWriter begin(Path file) throws IOException {
        RecordingWriter writer = WrittenRecording.begin(file);
        writer.names(1, List.of("a.A.call"));
        return writer;
    }

    private static void end(RecordingWriter writer) throws IOException {
        writer.end(WrittenRecording.START_NANOS + TEXTS * 10_000L, Map.of());
    }

    private static long call(long nanos) {
        return nanos << SpoolLayout.DELTA_SHIFT | 1 << SpoolLayout.KIND_BITS | SpoolLayout.KIND_ENTER;
    }

    private static long end(long nanos) {
        return nanos << SpoolLayout.DELTA_SHIFT | 1 << SpoolLayout.KIND_BITS | SpoolLayout.KIND_EXIT;
    }

    /** Converts a recording in a small heap. Returns why that failed, empty if it did not. */
    private String convert(Path file, Path trace) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Conversion.class.getName(),
                        file.toString(),
                        trace.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(output).strip();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    /** Converts a recording as the traced JVM does when it stops. */
    static final class Conversion {
        private Conversion() {}

        public static void main(String[] args) throws IOException {
            TraceFiles files = new TraceFiles(Path.of(args[1]));
            try (Converter converter = Converter.inTracedJvm(Path.of(args[0]), FileAccess.PLAIN)) {
                converter.convert(files, TraceLimits.DEFAULT, done -> {}, () -> false);
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private static long count(Path trace, String part) throws IOException {
        try (Stream<String> lines = Files.lines(trace)) {
            return lines.filter(line -> line.contains(part)).count();
        }
    }
}
