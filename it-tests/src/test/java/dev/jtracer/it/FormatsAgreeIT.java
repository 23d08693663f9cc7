// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.engine.exporter.CallRow;
import dev.jtracer.engine.exporter.FirefoxFile;
import dev.jtracer.engine.exporter.PerfettoFile;
import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.app.CountedCalls;
import dev.jtracer.it.app.NamedVirtualThreads;
import dev.jtracer.it.app.ServedOrders;
import dev.jtracer.it.app.exceptions.ThrowingCalls;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * All formats and the report say the same of a recording, call by call: names, times, depths, arguments and both ends
 * of arrows. The files are read without any code of the product.
 */
class FormatsAgreeIT {
    private static final Set<String> FLAGS = Set.of("callback", "pass", "threw", "unfinished", "cont", "ambiguous");

    @RegisterExtension
    final Jvms jvms = new Jvms();

    /** A call, pass or run in any format. */
    private record Call(String thread, int depth, String name, long start, long end) {
        static Call of(CallRow row) {
            return new Call(row.thread(), row.depth(), row.name(), row.start(), row.end());
        }
    }

    /** A line of the format csv. */
    private record Line(long tid, Call call, long self, boolean threw, boolean unfinished, String args) {
        static Line of(List<String> cells) {
            long start = Long.parseLong(cells.get(4));
            Call call = new Call(
                    cells.get(2),
                    Integer.parseInt(cells.get(3)),
                    cells.get(7),
                    start,
                    start + Long.parseLong(cells.get(5)));
            boolean threw = cells.get(8).equals("1");
            boolean unfinished = cells.get(9).equals("1");
            return new Line(
                    Long.parseLong(cells.get(1)), call, Long.parseLong(cells.get(6)), threw, unfinished, cells.get(10));
        }
    }

    @Test
    void shop() throws IOException {
        JvmResult recorded = run(jvms.app(Shop.class).agent("include=dev.jtracer.examples.shop,output=trace.jtr"));

        assertFormatsAgree(recorded.files(".jtr").get(0));
    }

    @Test
    void requestsAndStatements() throws IOException {
        JvmResult recorded = run(jvms.app(ServedOrders.class)
                .onClassPath(Driver.class)
                .agent("include=dev.jtracer.it.app.ServedOrders,output=trace.jtr"));

        assertFormatsAgree(recorded.files(".jtr").get(0));
    }

    @Test
    void virtualThreads() throws IOException {
        assumeTrue(Jdk.feature() >= 21, "virtual threads need Java 21, this is " + Jdk.feature());
        JvmResult recorded = run(jvms.app(NamedVirtualThreads.class, "50")
                .agent("include=dev.jtracer.it.app.NamedVirtualThreads,output=trace.jtr"));

        assertFormatsAgree(recorded.files(".jtr").get(0));
    }

    @Test
    void exceptions() throws IOException {
        String name = ThrowingCalls.class.getName();
        JvmResult recorded = run(jvms.app(ThrowingCalls.class)
                .jvm("-Xss1m")
                .agent("include=dev.jtracer.it.app.exceptions,exclude=" + name + "#bottomless,output=trace.jtr"));

        assertFormatsAgree(recorded.files(".jtr").get(0));
    }

    @Test
    void killed() throws IOException {
        Path counts = jvms.newDirectory("counts").resolve("counts");
        JvmProcess app = jvms.app(CountedCalls.class, counts.toString())
                .agent("include=dev.jtracer.it.app.CountedCalls,output=trace.jtr")
                .start();
        app.awaitStdout("ticking");
        Await.until("a recording", () -> Files.exists(app.directory().resolve("trace.jtr")));
        app.kill();

        assertFormatsAgree(app.directory().resolve("trace.jtr"));
    }

    @Test
    void cutTrace() throws IOException {
        Path trace = run(jvms.app(Shop.class).agent("include=dev.jtracer.examples.shop"))
                .files(".json")
                .get(0);
        // by events, not by time: a busy machine leaves a quarter of the time without any
        long[] ends =
                lines(trace).stream().mapToLong(line -> line.call.end).sorted().toArray();
        long from = ends[ends.length / 4];
        long to = ends[ends.length / 2];
        Path cut = trace.resolveSibling("cut.json");
        run(jvms.jtracer("cut", trace.toString(), "--from", from + "ns", "--to", to + "ns", "-o", cut.toString()));

        assertFormatsAgree(cut);
    }

    private void assertFormatsAgree(Path recording) throws IOException {
        List<Line> lines = lines(recording);
        assertThat(lines).isNotEmpty();
        List<Call> calls = lines.stream().map(Line::call).toList();
        convert(recording, "chrome");
        convert(recording, "chrome-x");
        convert(recording, "perfetto");
        convert(recording, "firefox");
        convert(recording, "collapsed");
        Path chrome = file(recording, "chrome");
        Path chromeX = file(recording, "chrome-x");
        PerfettoFile perfetto = new PerfettoFile(Files.readAllBytes(file(recording, "perfetto")));
        FirefoxFile firefox = new FirefoxFile(Files.readAllBytes(file(recording, "firefox")));
        List<Boolean> passes =
                perfetto.args.stream().map(args -> args.containsKey("pass")).toList();

        assertThat(perfetto.rows.stream().map(Call::of)).containsExactlyElementsOf(calls);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(arguments(perfetto.args.get(i)))
                    .as(lines.get(i).toString())
                    .isEqualTo(texts(JsonValue.object(lines.get(i).args.isEmpty() ? "{}" : lines.get(i).args)));
            assertThat(perfetto.args.get(i).containsKey("threw")).isEqualTo(lines.get(i).threw);
            assertThat(perfetto.args.get(i).containsKey("unfinished")).isEqualTo(lines.get(i).unfinished);
        }
        assertThat(lines(chrome)).isEqualTo(lines);
        assertThat(lines(chromeX)).isEqualTo(lines);
        StrictTrace strict = StrictTrace.read(chrome);
        assertThat(calls(strict)).containsExactlyInAnyOrderElementsOf(withoutPasses(lines, passes));
        assertThat(completeEvents(chromeX))
                .containsExactlyInAnyOrderElementsOf(
                        lines.stream().map(line -> text(line.tid, line.call)).toList());
        assertThat(firefox.rows.stream().map(row -> row.thread() + " " + text(row.depth(), Call.of(row))))
                .containsExactlyElementsOf(withoutPasses(lines, passes, true));
        assertArrowsAgree(lines, strict, chromeX, perfetto, firefox);
        assertTotalsAgree(recording, lines, perfetto);
    }

    /** Returns the arguments without the flags. */
    private static Map<String, String> arguments(Map<String, Object> args) {
        Map<String, String> own = texts(args);
        own.keySet().removeIf(name -> FLAGS.contains(name) && Boolean.TRUE.equals(args.get(name)));
        return own;
    }

    private static Map<String, String> texts(Map<String, Object> args) {
        Map<String, String> texts = new HashMap<>();
        args.forEach((name, value) -> texts.put(name, String.valueOf(value)));
        return texts;
    }

    private static List<String> withoutPasses(List<Line> lines, List<Boolean> passes) {
        return withoutPasses(lines, passes, false);
    }

    private static List<String> withoutPasses(List<Line> lines, List<Boolean> passes, boolean byName) {
        List<String> calls = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!passes.get(i)) {
                Line line = lines.get(i);
                calls.add((byName ? line.call.thread : line.tid) + " " + text(line.call.depth, line.call));
            }
        }
        return calls;
    }

    private static String text(long number, Call call) {
        return number + " " + call.name + " " + call.start + ".." + call.end;
    }

    /** Returns the calls of the default format. */
    private static List<String> calls(StrictTrace trace) {
        List<String> calls = new ArrayList<>();
        trace.rows().forEach(row -> addCalls(row.tid(), 0, row.outer().children(), calls));
        return calls;
    }

    private static void addCalls(long tid, int depth, List<StrictTrace.Call> from, List<String> to) {
        for (StrictTrace.Call call : from) {
            long end = call.startNanos() + call.durationNanos();
            to.add(tid + " " + depth + " " + call.name() + " " + call.startNanos() + ".." + end);
            addCalls(tid, depth + 1, call.children(), to);
        }
    }

    /** Returns the calls of the format of complete events, with the numbers of their threads. */
    private static List<String> completeEvents(Path trace) throws IOException {
        List<String> calls = new ArrayList<>();
        for (Map<String, Object> event : events(trace)) {
            if ("X".equals(event.get("ph")) && !"jtracer".equals(event.get("cat"))) {
                long start = nanos(event, "ts");
                calls.add(event.get("tid") + " " + event.get("name") + " " + start + ".."
                        + (start + nanos(event, "dur")));
            }
        }
        return calls;
    }

    private static List<Map<String, Object>> events(Path trace) throws IOException {
        List<Map<String, Object>> events = new ArrayList<>();
        for (String line : Files.readAllLines(trace)) {
            if (line.startsWith("{")) {
                events.add(JsonValue.object(line.endsWith(",") ? line.substring(0, line.length() - 1) : line));
            }
        }
        return events;
    }

    /** Returns a time, which is half a nanosecond early for a call without length at the end of another. */
    private static long nanos(Map<String, Object> event, String member) {
        return Math.round(new BigDecimal(String.valueOf(event.get(member)))
                .movePointRight(3)
                .doubleValue());
    }

    private static void assertArrowsAgree(
            List<Line> lines, StrictTrace strict, Path chromeX, PerfettoFile perfetto, FirefoxFile firefox)
            throws IOException {
        Map<Long, String> threads = new HashMap<>();
        lines.forEach(line -> threads.put(line.tid, line.call.thread));
        Set<String> arrows = new TreeSet<>();
        for (StrictTrace.Pass pass : strict.passes()) {
            strict.runs().stream()
                    .filter(run -> run.number().equals(pass.number()) && !run.ambiguous())
                    .forEach(run -> arrows.add(threads.get(pass.place().tid()) + " "
                            + pass.place().nanos() + " -> "
                            + threads.get(run.place().tid()) + " "
                            + run.place().nanos()));
        }
        Set<String> ofPerfetto = new TreeSet<>();
        for (List<String> ends : perfetto.flowEnds.values()) {
            ofPerfetto.add(ends.stream().sorted(FormatsAgreeIT::byTime).collect(Collectors.joining(" -> ")));
        }
        Map<Object, String> starts = new HashMap<>();
        Set<String> ofChromeX = new TreeSet<>();
        for (Map<String, Object> event : events(chromeX)) {
            String end = threads.get(Long.parseLong(String.valueOf(event.get("tid")))) + " " + nanos(event, "ts");
            if ("s".equals(event.get("ph"))) {
                starts.put(event.get("id"), end);
            } else if ("f".equals(event.get("ph"))) {
                ofChromeX.add(starts.get(event.get("id")) + " -> " + end);
            }
        }

        assertThat(ofPerfetto).isEqualTo(arrows);
        assertThat(ofChromeX).isEqualTo(arrows);
        assertThat(firefoxArrows(firefox)).isEqualTo(arrows);
    }

    private static int byTime(String one, String other) {
        return Long.compare(time(one), time(other));
    }

    private static long time(String end) {
        return Long.parseLong(end.substring(end.lastIndexOf(' ') + 1));
    }

    private static Set<String> firefoxArrows(FirefoxFile firefox) {
        Pattern marker = Pattern.compile("(.*): Callback (passed|run) (\\d+)\\+\\d+ \\{(.*flow=(\\w+).*)}");
        Map<String, String> passed = new HashMap<>();
        List<Matcher> runs = new ArrayList<>();
        for (String text : firefox.markers) {
            Matcher matcher = marker.matcher(text);
            if (!matcher.matches()) {
                continue;
            }
            if (matcher.group(2).equals("passed")) {
                passed.put(matcher.group(5), matcher.group(1) + " " + matcher.group(3));
            } else if (matcher.group(4).contains("from=")) {
                runs.add(matcher);
            }
        }
        return runs.stream()
                .map(run -> passed.get(run.group(5)) + " -> " + run.group(1) + " " + run.group(3))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Compares sums by name: of the report, which counts finished calls, and of the format collapsed, in
     * microseconds.
     */
    private void assertTotalsAgree(Path recording, List<Line> lines, PerfettoFile perfetto) throws IOException {
        Map<String, Long> selfByName = new TreeMap<>();
        Map<String, Long> counts = new TreeMap<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            selfByName.merge(line.call.name, line.self, Long::sum);
            boolean isCall = !perfetto.args.get(i).containsKey("pass")
                    && !perfetto.args.get(i).containsKey("callback");
            if (isCall) {
                boolean isWhole = !line.unfinished && !perfetto.args.get(i).containsKey("cont");
                counts.merge(line.call.name, isWhole ? 1L : 0L, Long::sum);
            }
        }
        Map<String, Long> collapsed = new TreeMap<>();
        List<String> stacks = Files.readAllLines(file(recording, "collapsed"));
        for (String stack : stacks) {
            int end = stack.lastIndexOf(' ');
            String name = stack.substring(stack.lastIndexOf(';', end) + 1, end);
            collapsed.merge(name, 1000 * Long.parseLong(stack.substring(end + 1)), Long::sum);
        }

        assertThat(JsonReport.of(jvms, List.of(recording)).column("methods", "name", "count"))
                .isEqualTo(counts);
        selfByName.forEach((name, self) ->
                assertThat(collapsed.getOrDefault(name, 0L)).as(name).isCloseTo(self, within(1000L * stacks.size())));
    }

    private List<Line> lines(Path trace) throws IOException {
        convert(trace, "csv");
        return Files.readAllLines(file(trace, "csv")).stream()
                .skip(1)
                .map(line -> Line.of(cells(line)))
                .toList();
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        Matcher cell =
                Pattern.compile("(?:^|,)(?:\"((?:[^\"]|\"\")*)\"|([^,]*))").matcher(line);
        while (cell.find()) {
            cells.add(cell.group(1) != null ? cell.group(1).replace("\"\"", "\"") : cell.group(2));
        }
        return cells;
    }

    private JvmResult convert(Path trace, String format) throws IOException {
        Path file = file(trace, format);
        Files.deleteIfExists(file);
        List<String> words = new ArrayList<>(List.of("convert", trace.toString(), "-f", format, "-o", file.toString()));
        if (Set.of("perfetto", "firefox", "devtools").contains(format)) {
            words.addAll(List.of("--names", "full"));
        }
        return run(jvms.jtracer(words.toArray(String[]::new)));
    }

    private static Path file(Path trace, String format) {
        return trace.resolveSibling(trace.getFileName() + "." + format + (format.startsWith("chrome") ? ".json" : ""));
    }

    private static JvmResult run(JvmCommand command) {
        JvmResult result = command.run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result;
    }
}
