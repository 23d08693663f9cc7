// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader in Python, written from the description of the format alone, reads what was written. */
class FormatReaderTest {
    private static final int CHUNKS = 20;

    private final Path file;
    private final List<String> lines = new ArrayList<>();

    FormatReaderTest(@TempDir Path directory) {
        this.file = directory.resolve("a.jtr");
    }

    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.one", "a.A.zwölf"));
            lines.addAll(List.of("name 1 a.A.one", "name 2 a.A.zwölf"));
            writer.virtualThread(50, "worker");
            lines.add("named 50 3 worker");
            for (int i = 0; i < CHUNKS; i++) {
                ChunkHeader header = WrittenRecording.chunkHeader(1 + i % 2, 1 + i, 1_000L * i - 500);
                long[] words = i % 2 == 0 ? RandomRecords.words(random, 300, 1 << 20) : calls(random);
                WrittenRecording.chunk(writer, header, words);
                RandomRecords.feed(words, 1_000L * i - 500, header.owner(), header.thread(), new Lines());
            }
            writer.end(WrittenRecording.START_NANOS + 1_000_000, Map.of());
            lines.add("end 1000000");
        }
    }

    /** Returns the records of calls that nest; a few cross the chunk. */
    private static long[] calls(SplittableRandom random) {
        long[] words = new long[200];
        int depth = 0;
        for (int i = 0; i < words.length; i++) {
            boolean begins = i > 2 && (depth == 0 || depth < 5 && random.nextBoolean());
            depth = Math.max(0, begins ? depth + 1 : depth - 1);
            int method = begins ? depth : depth + 1;
            words[i] = RandomRecords.record(begins ? SpoolLayout.KIND_ENTER : SpoolLayout.KIND_EXIT, 7L * i, method);
        }
        return words;
    }

    private final class Lines implements RecordSink {
        @Override
        public void thread(long threadId, boolean virtual) {
            lines.add("thread " + threadId);
        }

        @Override
        public void record(int kind, long nanos, int methodId) {
            lines.add(kind + " " + nanos + " " + methodId);
        }

        @Override
        public void link(int code, long number) {
            lines.add("link " + RecordingFormat.subOfControl(code) + " " + number);
        }
    }

    private List<String> read() throws IOException, InterruptedException, URISyntaxException {
        String python = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "python3").toString())
                .filter(program -> new File(program).canExecute())
                .findFirst()
                .orElse("");
        assumeTrue(!python.isEmpty(), "no python3 on the path");
        URL script = Objects.requireNonNull(FormatReaderTest.class.getResource("recording.py"));
        Path output = file.resolveSibling("output.txt");
        ProcessBuilder command =
                new ProcessBuilder(python, Path.of(script.toURI()).toString(), file.toString());
        command.environment().put("PYTHONIOENCODING", "utf-8");
        int exit = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        List<String> read = Files.readAllLines(output);
        assertThat(exit).as(String.join("\n", read)).isZero();
        return read;
    }

    @Test
    void reader_seesEachRecord() throws Exception {
        assertThat(read()).isEqualTo(lines);
    }

    @Test
    void damagedFrame_isSkipped() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 16, (byte) 0xa5);
        Files.write(file, bytes);

        List<String> read = read();

        assertThat(read).filteredOn(line -> line.startsWith("damaged ")).hasSize(1);
        assertThat(read).filteredOn(line -> line.startsWith("thread ")).hasSizeGreaterThan(CHUNKS - 3);
        assertThat(read).endsWith("end 1000000");
    }
}
