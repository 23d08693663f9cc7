// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.CpuTime;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.NameInterner;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that want to take all memory or time: the kinds of hostile files that every release must withstand.
 */
class ImportLimitsTest {
    private static final String EVENT = "{\"ph\":\"i\",\"ts\":1,\"name\":\"a\"}";

    private final List<TraceEvent> events = new ArrayList<>();

    private ImportReport read(String json) throws IOException {
        return read(json.getBytes(StandardCharsets.UTF_8), ImportLimits.DEFAULT);
    }

    private ImportReport read(byte[] file, ImportLimits limits) throws IOException {
        return new ChromeTraceReader("trace.json", new ByteArrayInputStream(file), limits)
                .read(event -> events.add(event.copy()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A list of one event and as many more as wanted, made while it is read. */
    private static final class LongList extends InputStream {
        private final long count;
        private final LongFunction<String> event;
        private byte[] block = bytes("[" + EVENT);
        private int position;
        private long next;

        LongList(long count, LongFunction<String> event) {
            this.count = count;
            this.event = event;
        }

        @Override
        public int read() {
            return hasMore() ? block[position++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (!hasMore()) {
                return -1;
            }
            int taken = Math.min(length, block.length - position);
            System.arraycopy(block, position, into, offset, taken);
            position += taken;
            return taken;
        }

        private boolean hasMore() {
            if (position == block.length && next <= count) {
                block = bytes(next == count ? "]" : ",\n" + event.apply(next));
                position = 0;
                next++;
            }
            return position < block.length;
        }
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        runtime.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void bytesBeyondTheLimit_areRefused() throws IOException {
        byte[] json = bytes("[" + EVENT + " ".repeat(100_000));

        assertThat(read(json, new ImportLimits(json.length, 100, 100, 1_000, 100, 1_000))
                        .events())
                .isEqualTo(1);
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(json, new ImportLimits(100_000, 100, 100, 1_000, 100, 1_000)))
                .withMessageStartingWith(
                        "'trace.json': more than '100000' bytes; if you trust the file, raise the limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void deepNesting_isAnErrorAtDepth256(String open) throws IOException {
        String deep = "{\"ph\":\"i\",\"ts\":1,\"name\":\"a\",\"args\":{\"a\":" + open.repeat(1_000_000);

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read("[" + EVENT + "," + deep))
                .withMessageContaining("nesting depth (257) exceeds the maximum allowed (256");
        assertThat(events).hasSize(1);
    }

    @Test
    void nestingBelowTheLimit_isRead() throws IOException {
        String deep = "[".repeat(250) + "]".repeat(250);

        read("[" + EVENT + ",{\"ph\":\"i\",\"ts\":1,\"name\":\"a\",\"args\":{\"a\":" + deep + "}}]");

        assertThat(events.get(1).args().toString()).contains("[".repeat(250));
    }

    @Test
    void longNumbers_areRefused() {
        for (String member : List.of("ts", "x", "pid", "id")) {
            assertThatExceptionOfType(TraceSyntaxException.class)
                    .isThrownBy(() -> read("[" + EVENT + ",{\"" + member + "\":" + "1".repeat(1_000_000) + "}]"))
                    .withMessageContaining("1000");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1e400, BAD_TIMESTAMP,",
        "-1e400, BAD_TIMESTAMP,",
        "NaN, BAD_TIMESTAMP,",
        "-Infinity, BAD_TIMESTAMP,",
        "9223372036854775808, BAD_TIMESTAMP,",
        "-9223372036854775809, BAD_TIMESTAMP,",
        "9223372036854776, BAD_TIMESTAMP,",
        "9223372036854774, BAD_TIMESTAMP,",
        "4611686018427387.904, BAD_TIMESTAMP,",
        "-4611686018427387.904, BAD_TIMESTAMP,",
        "4.611686018427387904e15, BAD_TIMESTAMP,",
        "4611686018427387.903, , 4611686018427387903",
        "-4611686018427387.903, , -4611686018427387903",
        "-4.611686018427387903e15, , -4611686018427387903",
        "-0, , 0",
        "-0.0, , 0",
        "1e-400, , 0",
        "0.0004, , 0",
        "0.0005, , 1"
    })
    void strangeTimes_areExactOrCounted(String ts, ImportProblem problem, Long nanos) throws IOException {
        String json = "[" + EVENT + ",{\"ph\":\"i\",\"name\":\"a\",\"ts\":" + ts + "}]";
        for (boolean scanning : List.of(true, false)) {
            events.clear();
            ImportReport report = new ChromeTraceReader(
                            "t.json",
                            new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
                            ImportLimits.DEFAULT,
                            scanning,
                            false)
                    .read(event -> events.add(event.copy()));

            assertThat(report.problems()).isEqualTo(problem == null ? Map.of() : Map.of(problem, 1L));
            assertThat(events).hasSize(nanos == null ? 1 : 2);
            if (nanos != null) {
                assertThat(events.get(1).tsNanos()).isEqualTo(nanos);
            }
        }
    }

    @Test
    void durationsOfTheEarliestAndTheLatestTime_doNotOverflow() throws IOException {
        read("""
                [{"ph":"b","pid":1,"tid":1,"cat":"java","id":"1","name":"a","ts":-4611686018427387.903},
                {"ph":"e","pid":1,"tid":1,"cat":"java","id":"1","name":"a","ts":4611686018427387.903},
                {"ph":"X","pid":1,"tid":1,"name":"x","ts":4611686018427387.902,"dur":0.001},
                {"ph":"X","pid":1,"tid":1,"name":"y","ts":4611686018427387.902,"dur":0.002}]
                """);

        assertThat(events.stream().map(TraceEvent::name)).containsExactly("a", "a", "x");
        assertThat(events.get(1).tsNanos() - events.get(0).tsNanos()).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void strangeNumbersInArguments_areKept() throws IOException {
        read("[" + EVENT + ",{\"ph\":\"i\",\"ts\":1,\"name\":\"a\",\"args\":{\"huge\":1e400,\"nan\":NaN,\"zero\":-0,"
                + "\"minus\":-0.0,\"big\":18446744073709551616}}]");

        assertThat(events.get(1).args())
                .hasToString("{huge=Infinity, nan=NaN, zero=0, minus=-0.0, big=18446744073709551616}");
    }

    @Test
    @Timeout(20)
    void hugeStrings_areRefusedWithTheirPlace() {
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read("[" + EVENT + ",\n{\"x\":\"" + "y".repeat(21_000_000) + "\"}]"))
                .withMessageContaining("20000000")
                .withMessageContaining("line 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "cat", "id"})
    void longNames_areCut(String member) throws IOException {
        String longName = "n".repeat(49_999) + "\uD83D\uDE00" + "n".repeat(1_000_000);

        ImportReport report =
                read("[" + EVENT + ",{\"ph\":\"i\",\"ts\":1,\"name\":\"a\",\"" + member + "\":\"" + longName + "\"}]");

        TraceEvent event = events.get(1);
        String name = member.equals("name") ? event.name() : event.category() + event.id();
        assertThat(name).isEqualTo("n".repeat(49_999));
        assertThat(report.problems()).isEqualTo(Map.of(ImportProblem.NAME_TOO_LONG, 1L));
    }

    @Test
    void hugeArguments_areDropped() throws IOException {
        ImportLimits limits = new ImportLimits(Long.MAX_VALUE, 100, 100, 1_000, 100, 100_000);
        String manyArgs = "[" + "[],".repeat(900_000) + "[]]";
        ImportReport report = read(
                bytes("{\"traceEvents\":[" + EVENT
                        + ",{\"ph\":\"i\",\"ts\":1,\"name\":\"a\",\"s\":\"g\",\"args\":{\"a\":" + manyArgs
                        + ",\"b\":1}}],\"otherData\":" + manyArgs + ",\"more\":1}"),
                limits);

        assertThat(report.count(ImportProblem.ARGS_TOO_LARGE)).isEqualTo(1);
        assertThat(report.count(ImportProblem.SECTION_TOO_LARGE)).isEqualTo(1);
        assertThat(report.unreadSections()).containsExactly("otherData");
        assertThat(report.metadata().asMap()).isEqualTo(Map.of("more", 1L));
        assertThat(events.get(1).args().asMap()).isEqualTo(Map.of("b", 1L));
    }

    @Test
    void invalidUtf8_isReplacedAndCounted() throws IOException {
        String json = "[" + EVENT
                + ",{\"ph\":\"i\",\"ts\":1,\"name\":\"\u00ffa\u00c3\u00a4b\u00c3\",\"cat\":\"\u00ed\u00a0\u0080\"}]";

        ImportReport report = read(json.getBytes(StandardCharsets.ISO_8859_1), ImportLimits.DEFAULT);

        assertThat(events.get(1).name()).isEqualTo("\uFFFDa\u00e4b\uFFFD");
        assertThat(events.get(1).category()).isEqualTo("\uFFFD\uFFFD\uFFFD");
        assertThat(report.problems()).isEqualTo(Map.of(ImportProblem.BAD_TEXT, 5L));
    }

    @Test
    void charactersAcrossBlocks_areKept() throws IOException {
        StringBuilder json = new StringBuilder("[" + EVENT);
        for (int i = 0; i < 30_000; i++) {
            json.append(",{\"ph\":\"i\",\"ts\":1,\"name\":\"")
                    .append(i % 7 == 0 ? "x" : "\u00e4\u20ac\uD83D\uDE00")
                    .append("\"}");
        }

        ImportReport report = read(json + "]");

        assertThat(report.problems()).isEmpty();
        assertThat(events).hasSize(30_001);
        assertThat(events.stream().map(TraceEvent::name).distinct())
                .containsExactly("a", "x", "\u00e4\u20ac\uD83D\uDE00");
    }

    @Test
    void loneSurrogatesNulAndControlCharacters_areKept() throws IOException {
        ImportReport report = read(
                "[" + EVENT
                        + ",{\"ph\":\"i\",\"ts\":1,\"name\":\"\\ud83d\"},{\"ph\":\"i\",\"ts\":1,\"name\":\"\\ude00x\"},"
                        + "{\"ph\":\"i\",\"ts\":1,\"name\":\"a\\u0000b\"},{\"ph\":\"i\",\"ts\":1,\"name\":\"a\0b\"},{\"ph\":\"i\",\"ts\":1,\"name\":\"a\u0001\"}]");

        assertThat(report.problems()).isEmpty();
        assertThat(events.stream().map(TraceEvent::name))
                .containsExactly("a", "\ud83d", "\ude00x", "a\0b", "a\0b", "a\u0001");
        assertThat(events.get(3).nameIndex()).isEqualTo(events.get(4).nameIndex());
    }

    @Test
    @Timeout(30)
    void manyNames_shareOneBeyondTheLimit() throws IOException {
        ImportLimits limits = new ImportLimits(Long.MAX_VALUE, 1_000, 1_000, 1 << 20, 1_000, 1 << 20);
        long count = 300_000;
        long before = usedHeap();
        ChromeTraceReader reader = new ChromeTraceReader(
                "t",
                new LongList(
                        count,
                        i -> "{\"ph\":\"X\",\"ts\":" + i + ",\"dur\":1,\"pid\":1,\"tid\":1,\"name\":\"name" + i
                                + "\"}"),
                limits);
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler()));

        var trace = processor.parse(reader);

        Functions functions = trace.data(FunctionsHandler.class);
        assertThat(functions.rows())
                .hasSize(999); // the names of no event and of the first event are among the thousand
        assertThat(functions.rows().stream()
                        .mapToLong(row -> row.finished().count())
                        .sum())
                .isEqualTo(count);
        assertThat(trace.report().problems()).isEqualTo(Map.of(ImportProblem.TOO_MANY_NAMES, count - 998));
        assertThat(reader.names().size()).isEqualTo(1_001);
        assertThat(usedHeap() - before).isLessThan(60 << 20);
    }

    @Test
    @Timeout(30)
    void manyIdsThreadsAndProcesses_shareOneTrackBeyondTheLimit() throws IOException {
        ImportLimits limits = new ImportLimits(Long.MAX_VALUE, 1_000, 1_000, 1 << 20, 1_000, 1 << 20);
        List<LongFunction<String>> kinds = List.of(
                i -> "{\"ph\":\"b\",\"ts\":1,\"pid\":1,\"tid\":1,\"cat\":\"c\",\"id\":" + i + ",\"name\":\"a\"}",
                i -> "{\"ph\":\"b\",\"ts\":1,\"pid\":" + i
                        + ",\"tid\":1,\"cat\":\"c\",\"id2\":{\"local\":\"7\"},\"name\":\"a\"}",
                i -> "{\"ph\":\"B\",\"ts\":1,\"pid\":" + i + ",\"tid\":1,\"name\":\"a\"}",
                i -> "{\"ph\":\"B\",\"ts\":1,\"pid\":1,\"tid\":" + i + ",\"name\":\"a\"}",
                i -> "{\"ph\":\"B\",\"ts\":1,\"pid\":1,\"tid\":\"t" + i + "\",\"name\":\"a\"}");
        for (LongFunction<String> kind : kinds) {
            ChromeTraceReader reader = new ChromeTraceReader("t", new LongList(30_000, kind), limits);
            long[] strange = new long[1];
            ImportReport report = reader.read(event -> strange[0] += event.pid() < 0 ? 1 : 0);

            assertThat(reader.tracks().size()).isBetween(900, 1_001);
            assertThat(reader.symbols().size()).isLessThanOrEqualTo(1_001);
            assertThat(report.events()).isEqualTo(30_001);
            assertThat(report.count(ImportProblem.TOO_MANY_IDS)).isGreaterThan(28_900);
        }
    }

    @Test
    void longNames_shareOneWhenTheirTextIsTooMuch() {
        StringTable table = new StringTable();
        NameInterner interner = new NameInterner(table, 100, 20);

        int first = interner.index("0123456789");
        int second = interner.index("abcdefghij");

        assertThat(interner.index("x")).isEqualTo(interner.index("y"));
        assertThat(interner.isOther(interner.index("z"))).isTrue();
        assertThat(interner.index("0123456789")).isEqualTo(first);
        assertThat(interner.index("abcdefghij")).isEqualTo(second);
        assertThat(table.get(interner.index("z"))).isEqualTo("(other)");
    }

    @Test
    void limits_fitAHeapOf256MB() {
        ImportLimits limits = ImportLimits.forHeap(256 << 20);

        long names = 400L * limits.maxNames() + 3 * limits.maxTextBytes();
        long ids = 130L * limits.maxIds() + 3 * limits.maxTextBytes() + 500L * limits.maxTracks();
        assertThat(names + ids).isLessThan(160 << 20);
        assertThatIllegalArgumentException().isThrownBy(() -> new ImportLimits(-1, 1, 1, 1, 1, 1));
    }

    @Test
    @Timeout(30)
    void namesThatCollideInAKnownHash_costNoMore() {
        // Every choice of these two blocks in each place has one String.hashCode; so had the table's hash before.
        List<String> crafted = names(i -> {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 15; bit++) {
                name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            return name.toString();
        });
        List<String> harmless = names(i -> String.format("%030d", i * 7919));

        assertThat(timesAsLong(() -> intern(crafted), () -> intern(harmless))).isLessThan(2);
    }

    private static List<String> names(LongFunction<String> name) {
        return LongStream.range(0, 1 << 15).mapToObj(name).toList();
    }

    /** Adds the names; if these 32768 collided it would be half a billion comparisons. */
    private static void intern(List<String> names) {
        NameInterner interner = new NameInterner(new StringTable(), Integer.MAX_VALUE, Long.MAX_VALUE);
        names.forEach(interner::index);
    }

    /** In turns, and the best of each: compiling and collecting slow down some rounds, but not all. */
    private static double timesAsLong(Runnable crafted, Runnable harmless) {
        long craftedNanos = Long.MAX_VALUE;
        long harmlessNanos = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            craftedNanos = Math.min(craftedNanos, CpuTime.of(crafted).toNanos());
            harmlessNanos = Math.min(harmlessNanos, CpuTime.of(harmless).toNanos());
        }
        return (double) craftedNanos / harmlessNanos;
    }

    @Test
    @Timeout(30)
    void tracksThatCollideInAKnownHash_costNoMore() {
        // One hash for all of them, when it was (pid * 31 + tid) times a constant.
        double times = timesAsLong(() -> addThreads(-31), () -> addThreads(7919));

        assertThat(times).isLessThan(2);
    }

    private static void addThreads(long tidStep) {
        TrackTable tracks = new TrackTable();
        for (long i = 0; i < 100_000; i++) {
            tracks.thread(i, tidStep * i);
        }
        assertThat(tracks.size()).isEqualTo(100_000);
    }
}
