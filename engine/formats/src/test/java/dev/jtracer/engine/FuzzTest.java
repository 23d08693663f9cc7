// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.importer.ImportOptions;
import dev.jtracer.engine.importer.Importers;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged traces through the reader and all handlers: nothing but a {@link TraceSyntaxException} may come out. The
 * inputs come in the same order each time. Runs for ten seconds, or as long as {@code -Djtracer.fuzz.minutes} says.
 */
@Tag("slow")
class FuzzTest {
    private static final long SECONDS = Long.getLong("jtracer.fuzz.minutes", 0) * 60;
    private static final long DEFAULT_SECONDS = 10;
    private static final long MAX_CPU_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_SEED_BYTES = 100_000;
    /** Those for a heap of 64 MB, but of 50 MB of text. */
    private static final ImportLimits LIMITS =
            new ImportLimits(50_000_000, 1 << 14, 1 << 15, 2 << 20, 1 << 14, 4 << 20);

    private static final ImportOptions OPTIONS =
            ImportOptions.of(Importers.load()).with(LIMITS);
    private static final int GZIP_MAGIC = 0x1f;
    private static final List<String> TOKENS = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "null",
            "true",
            "-1",
            "0",
            "1e999",
            "0.5",
            "9223372036854775807",
            "\"\"",
            "\"args\":",
            "\"ph\":\"b\",",
            "\"ph\":\"e\",",
            "\"ph\":\"X\",",
            "\"ph\":\"B\",",
            "\"ph\":\"O\",",
            "\"ph\":\"P\",",
            "\"ph\":\"s\",",
            "\"ph\":\"C\",",
            "\"ts\":",
            "\"dur\":-5,",
            "\"id\":\"0x1\",",
            "\"name\":\"a\",",
            "\"tid\":7,",
            "\\",
            "\\u12",
            "\377",
            "\0",
            "NaN");
    private static final String OWN_SEED = """
            {"displayTimeUnit":"ns","stackFrames":{"1":{"name":"f","parent":"2"},"2":{"name":"g"}},"traceEvents":[
            {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"main"}},
            {"ph":"b","ts":1.567,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"outer","args":{"thread":"main"}},
            {"ph":"b","ts":2.567,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"f","bind_id":"0x7","flow_out":true},
            {"ph":"X","ts":3,"dur":4.5,"pid":1,"tid":2,"name":"x","args":{"n":[1,2.5,true,null,"s"],"data":{"frame":"A"}}},
            {"ph":"i","ts":3,"pid":1,"tid":2,"name":"mark","s":"t","cat":"blink.user_timing","sf":1},
            {"ph":"C","ts":4,"pid":1,"name":"heap","args":{"used":5,"free":7}},
            {"ph":"O","ts":4,"pid":1,"id":"0x1","name":"Pool","args":{"snapshot":{"size":4,"next":{"id_ref":"0x2"}}}},
            {"ph":"s","ts":5,"pid":1,"tid":2,"id":1,"cat":"c","name":"go"},{"ph":"f","bp":"e","ts":6,"pid":1,"tid":3,"id":1,"cat":"c","name":"go"},
            {"ph":"S","ts":5,"pid":1,"tid":2,"id":1,"cat":"c","name":"old"},{"ph":"T","ts":6,"pid":1,"tid":3,"id":1,"cat":"c","name":"old","args":{"step":"one"}},
            {"ph":"e","ts":8,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"f","args":{"threw":true}},
            {"ph":"e","ts":9,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"outer"}
            ],"samples":[{"cpu":0,"tid":2,"ts":4,"name":"cycles","sf":1,"weight":1}],"otherData":{"version":"1"}}
            """;

    private final Path packed;

    FuzzTest(@TempDir Path directory) {
        packed = directory.resolve("trace.json.gz");
    }

    @Test
    void damagedTraces_giveResultsOrOneKindOfError() throws IOException {
        List<byte[]> seeds = seeds();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS > 0 ? SECONDS : DEFAULT_SECONDS);
        for (long round = 0; round < seeds.size() || System.nanoTime() < end; round++) {
            byte[] input = damaged(seeds.get((int) (round % seeds.size())), new Random(round));
            try {
                read(input);
            } catch (Throwable e) { // an Error is a finding like any other
                throw new AssertionError("input of round " + round + ": " + save(input, round), e);
            }
        }
    }

    private void read(byte[] input) throws IOException {
        long start = cpuNanos();
        try {
            open(input).read(FuzzTest::look);
            ParsedTrace trace = new TraceProcessor(allHandlers()).parse(open(input));
            assertThat(trace.failures()).isEmpty();
        } catch (TraceSyntaxException e) {
            assertThat(e.getMessage()).hasLineCount(1);
        }
        assertThat(cpuNanos() - start).as("nanoseconds").isLessThan(MAX_CPU_NANOS);
    }

    private TraceSource open(byte[] input) throws IOException {
        return input.length > 0 && input[0] == GZIP_MAGIC
                ? TraceImport.open(List.of(Files.write(packed, input)), OPTIONS)
                : new ChromeTraceReader("trace.json", new ByteArrayInputStream(input), LIMITS);
    }

    private static void look(TraceEvent event) {
        TraceEvent copy = event.copy();
        assertThat(copy.hasDetails())
                .isEqualTo(!copy.args().asMap().isEmpty()
                        || !copy.otherFields().asMap().isEmpty());
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static Path save(byte[] input, long round) throws IOException {
        return Files.write(Files.createTempFile("fuzz-" + round + "-", ".json"), input);
    }

    private static byte[] damaged(byte[] seed, Random random) throws IOException {
        DamagedBytes damage = new DamagedBytes(random, TOKENS);
        byte[] input = seed;
        for (int i = random.nextInt(4); i >= 0; i--) {
            input = damage.once(input);
        }
        if (random.nextInt(8) > 0) {
            return input;
        }
        byte[] packed = DamagedBytes.gzip(input);
        return random.nextBoolean() ? packed : damage.once(packed);
    }

    /** Our own trace, and the starts of all real ones that are there. */
    private static List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        seeds.add(OWN_SEED.getBytes(StandardCharsets.UTF_8));
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path fixtures = dir.resolve("shared/fixtures");
            if (Files.isDirectory(fixtures)) {
                try (Stream<Path> files = Files.walk(fixtures)) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        seeds.add(start(file));
                    }
                }
                return seeds;
            }
        }
        return seeds;
    }

    private static byte[] start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            InputStream content = file.toString().endsWith("gz") ? new GZIPInputStream(in) : in;
            return content.readNBytes(MAX_SEED_BYTES);
        }
    }

    private static List<EventHandler<?>> allHandlers() {
        return HandlerSet.all().create();
    }
}
