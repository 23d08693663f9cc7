// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jtracer.examples.callbacks.CompletableFutures;
import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.app.NotNeeded;
import dev.jtracer.it.app.SlowOrder;
import dev.jtracer.it.app.SlowRequests;
import dev.jtracer.it.app.kinds.AllKindsOfMethods;
import dev.jtracer.it.app.threads.Pools;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code report}, against what a list of all calls in the trace gives. */
class ReportIT {
    /** Half the width of a histogram's bucket. */
    private static final double PRECISION = 0.017;

    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(classes = {Shop.class, Pools.class, AllKindsOfMethods.class, CompletableFutures.class})
    void json_equalsAnIndependentComputation(Class<?> application) throws IOException {
        Path recording = record(application, "include=" + application.getPackageName());
        Path json = recording.resolveSibling("trace.json");
        assertThat(jvms.jtracer("convert", recording.toString(), "-o", json.toString())
                        .run()
                        .exitCode())
                .isZero();

        Map<String, Object> report = report(recording);

        StrictTrace trace = StrictTrace.read(json);
        assertThat(methods(report))
                .isEqualTo(methodsOf(trace).keySet().stream().sorted().toList());
        Map<String, Long> totals = totalsOf(trace);
        methodsOf(trace)
                .forEach((name, calls) ->
                        assertTotals(row(report, "methods", name), calls, totals.getOrDefault(name, 0L)));
        assertThat(paths(report)).isEqualTo(pathsOf(trace));
        assertThat(busyThreads(report)).isEqualTo(busyThreadsOf(trace));
        assertThat(passes(report)).isEqualTo(passesOf(trace));
        assertThat(threads(report)).isEqualTo(threadsOf(trace));
        assertSlowest(report, trace);
        Map<String, Object> ofTrace = report(json);
        for (String part : List.of("methods", "callbacks", "rootCalls", "slowestCalls", "slowestCallbacks", "paths")) {
            assertThat(ofTrace.get(part)).as(part).isEqualTo(report.get(part));
        }
    }

    @Test
    void waitOfASlowCall_namesTheRunThatItWaitedFor() throws IOException {
        Path recording = jvms.newDirectory("recording").resolve("trace.jtr");
        JvmResult traced = jvms.app(SlowOrder.class)
                .agent("include=dev.jtracer.it.app,quiet=on,output=" + recording)
                .run();
        long waited = printed(traced, "waited ");
        long table = printed(traced, "table ");

        Map<String, Object> order = rows(report(recording), "rootCalls").stream()
                .filter(call -> text(call, "thread").equals("http"))
                .findFirst()
                .orElseThrow();
        Map<String, Object> wait = rows(order, "waits").get(0);

        String app = SlowOrder.class.getName();
        assertThat(wait)
                .containsEntry("caller", app + ".handle")
                .containsEntry("name", "java.util.concurrent.CompletableFuture.thenApplyAsync[0]")
                .containsEntry("runBy", "pricing")
                .containsEntry("busyIn", app + "$LegacyTable.rate");
        assertThat(text(wait, "site")).startsWith(app + ".handle:");
        assertThat(number(wait, "candidates")).isOne();
        assertThat(number(wait, "nanos")).isCloseTo(waited, within(waited / 4));
        assertThat(number(wait, "busyNanos")).isCloseTo(table, within(table / 4));
        assertThat(jvms.jtracer("report", recording.toString()).run().stdout())
                .containsPattern(
                        "SlowOrder.handle waits for SlowOrder.handle:\\d+ -> CompletableFuture.thenApplyAsync\\[0\\]: ran"
                                + " \\d+ ms on pricing(, CPU [^,]+)?, \\d+ ms of it in SlowOrder\\$LegacyTable.rate \\(its only call\\)");
    }

    private static long printed(JvmResult traced, String start) {
        return traced.stdout()
                .lines()
                .filter(line -> line.startsWith(start))
                .mapToLong(line -> Long.parseLong(line.substring(start.length())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void functionForACaseThatDidNotArise_isNotNeeded() throws IOException {
        Path recording = record(NotNeeded.class, "include=" + NotNeeded.class.getName());

        String text = jvms.jtracer("report", recording.toString(), "--full-names")
                .run()
                .stdout();
        assertThat(text.lines().filter(line -> line.contains("not needed: 1")))
                .hasSize(6)
                .allMatch(line ->
                        line.matches(".*(computeIf(Absent|Present)|merge|orElseGet|orElseThrow|requireNonNull).*"));
        assertThat(text.lines().filter(line -> line.contains("not run yet: 1")))
                .singleElement()
                .asString()
                .contains("thenAccept[0]");
        assertThat(row(report(recording), "callbacks", "java.util.Optional.orElseGet[0]"))
                .containsEntry("notRun", 0)
                .containsEntry("notNeeded", 1);
    }

    @Test
    void segments_giveTheSameInAnyOrder() throws IOException {
        Path recording = record(Shop.class, "include=dev.jtracer.examples");
        Path directory = jvms.newDirectory("segments");
        assertThat(jvms.jtracer(
                                "convert",
                                recording.toString(),
                                "-o",
                                directory.resolve("part.json").toString(),
                                "segment=16k")
                        .run()
                        .exitCode())
                .isZero();
        List<Path> parts = new ArrayList<>(files(directory));
        assertThat(parts).hasSizeGreaterThan(2);
        Collections.reverse(parts);

        Map<String, Object> whole = report(recording);
        Map<String, Object> ofParts = report(parts.toArray(Path[]::new));

        for (String part : List.of("methods", "callbacks", "rootCalls", "slowestCalls", "paths")) {
            assertThat(ofParts.get(part)).as(part).isEqualTo(whole.get(part));
        }
    }

    /** A request that makes a query for each of its rows is the first thing that the report shows. */
    @Test
    void text_namesTheRepeatedCallOfASlowRequest() throws IOException {
        Path recording = record(SlowRequests.class, "include=dev.jtracer.it.app");

        JvmResult result = jvms.jtracer("report", recording.toString()).run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        String top = String.join("\n", result.stdout().lines().limit(40).toList());
        assertThat(top)
                .containsPattern("1  .* on request-7\n")
                .containsPattern("1 x  +SlowRequests.handle")
                .containsPattern("392 x  +SlowRequests.select  avg .* % of the root call");
        JvmResult opened =
                jvms.jtracer("report", recording.toString(), "--call", "1").run();
        assertThat(opened.stdout()).contains("SlowRequests.handle", "SlowRequests.render");
        JvmResult list =
                jvms.jtracer("report", recording.toString(), "--by", "request").run();
        assertThat(list.stdout().lines().filter(line -> line.matches(".* request-\\d .*")))
                .hasSize(10);
        Map<String, Object> all = json("report", recording.toString(), "--by", "request", "--json");
        Map<String, Object> second = json("report", recording.toString(), "--call", "2", "--json");
        assertThat(rows(all, "rootCalls")).hasSize(11);
        assertThat(rows(second, "rootCalls"))
                .containsExactly(rows(all, "rootCalls").get(1));
    }

    @Test
    void mistakes_areAnsweredByOneLine() throws IOException {
        Path recording = record(Shop.class, "include=dev.jtracer.examples");

        assertThat(failure(2, "report"))
                .isEqualTo("the file is missing; write java -jar tracer.jar report FILE... [options]");
        assertThat(failure(2, "report", recording.toString(), "--sort", "totl"))
                .isEqualTo("there is no column 'totl' to sort by; did you mean 'total'?");
        assertThat(failure(4, "report", recording.toString(), "--call", "99"))
                .matches("there is no root call '99', the trace has \\d+; see --by request");
        assertThat(failure(4, "report", recording.toString(), "--method", "Shop.mian"))
                .isEqualTo("the trace has no method 'Shop.mian'; did you mean 'Shop.main'?");
        assertThat(failure(4, "report", "missing.json"))
                .isEqualTo("'missing.json' does not exist; name a trace, or a .jtr or .spool file");
    }

    @Test
    void csv_hasALineForEachMethodAndCallback() throws IOException {
        Path recording = record(Shop.class, "include=dev.jtracer.examples");
        Map<String, Object> report = report(recording);

        JvmResult result = jvms.jtracer("report", recording.toString(), "--csv").run();

        List<String> lines = result.stdout().lines().toList();
        int columns = lines.get(0).split(",", -1).length;
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
        assertThat(lines)
                .hasSize(1
                        + rows(report, "methods").size()
                        + rows(report, "callbacks").size());
    }

    @Test
    void csv_hasNoControlCharactersAndNoFormulas() throws IOException {
        Path trace = jvms.newDirectory("names").resolve("trace.json");
        Files.writeString(trace, """
                [{"ph":"X","pid":1,"tid":1,"ts":1,"dur":5,"name":"a\\u001b[2J\\u0007\\u0000"},
                 {"ph":"X","pid":1,"tid":1,"ts":2,"dur":1,"name":"=1+1"}]""");

        JvmResult result = jvms.jtracer("report", trace.toString(), "--csv").run();

        assertThat(result.stdout())
                .contains("\"a\\u001b[2J\\u0007\\u0000\"", "\"'=1+1\"")
                .doesNotContain("\u001b", "\u0007", "\0");
    }

    @Test
    void archiveWithADamagedName_isSaidInALine() throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            zip.putNextEntry(new ZipEntry("é.json"));
            zip.write('[');
        }
        byte[] damaged = archive.toByteArray();
        damaged[30] = (byte) 0xff; // the first byte of the name
        Path file = Files.write(jvms.newDirectory("damaged").resolve("a.zip"), damaged);

        assertThat(failure(4, "report", file.toString()))
                .contains("a.zip")
                .containsAnyOf("not UTF-8", "bad entry name")
                .hasLineCount(1);
    }

    private String failure(int exitCode, String... arguments) {
        JvmResult result = jvms.jtracer(arguments).run();
        assertThat(result.exitCode()).as(result.stderr()).isEqualTo(exitCode);
        assertThat(result.stdout()).isEmpty();
        return result.stderr().strip();
    }

    private Path record(Class<?> application, String options) throws IOException {
        Path recording = jvms.newDirectory("recording").resolve("trace.jtr");
        JvmResult run =
                jvms.app(application).agent(options + ",output=" + recording).run();
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(recording).exists();
        return recording;
    }

    private Map<String, Object> report(Path... files) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("report", "--json"));
        Arrays.stream(files).map(Path::toString).forEach(arguments::add);
        return json(arguments.toArray(String[]::new));
    }

    private Map<String, Object> json(String... command) throws IOException {
        JvmResult result = jvms.jtracer(command).run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return JsonValue.object(result.stdout());
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(Map<String, Object> report, String part) {
        return (List<Map<String, Object>>) Objects.requireNonNull(report.get(part), part);
    }

    private static Map<String, Object> row(Map<String, Object> report, String part, String name) {
        return rows(report, part).stream()
                .filter(row -> name.equals(row.get("name")))
                .findFirst()
                .orElseThrow();
    }

    private static long number(Map<String, Object> row, String member) {
        return ((Number) Objects.requireNonNull(row.get(member), member)).longValue();
    }

    private static String text(Map<String, Object> row, String member) {
        return (String) Objects.requireNonNull(row.get(member), member);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(Map<String, Object> row, String member) {
        return (Map<String, Object>) Objects.requireNonNull(row.get(member), member);
    }

    private static List<String> methods(Map<String, Object> report) {
        return rows(report, "methods").stream()
                .map(row -> text(row, "name"))
                .sorted()
                .toList();
    }

    private static Map<String, List<StrictTrace.Call>> methodsOf(StrictTrace trace) {
        Map<String, List<StrictTrace.Call>> methods = new TreeMap<>();
        trace.rows().forEach(row -> row.outer().children().forEach(call -> addMethods(call, methods)));
        return methods;
    }

    private static void addMethods(StrictTrace.Call call, Map<String, List<StrictTrace.Call>> methods) {
        if (!call.flags().contains("callback")) {
            methods.computeIfAbsent(call.name(), name -> new ArrayList<>()).add(call);
        }
        call.children().forEach(child -> addMethods(child, methods));
    }

    /** Returns the time of each method's finished calls that are in no other call of the method. */
    private static Map<String, Long> totalsOf(StrictTrace trace) {
        Map<String, Long> totals = new TreeMap<>();
        trace.rows().forEach(row -> row.outer().children().forEach(call -> addTotals(call, Set.of(), totals)));
        return totals;
    }

    private static void addTotals(StrictTrace.Call call, Set<String> around, Map<String, Long> totals) {
        if (!around.contains(call.name()) && !call.flags().contains("unfinished")) {
            totals.merge(call.name(), call.durationNanos(), Long::sum);
        }
        Set<String> within = new HashSet<>(around);
        within.add(call.name());
        call.children().forEach(child -> addTotals(child, within, totals));
    }

    private static void assertTotals(Map<String, Object> row, List<StrictTrace.Call> all, long totalNanos) {
        List<StrictTrace.Call> calls = all.stream()
                .filter(call -> !call.flags().contains("unfinished"))
                .toList();
        long[] sorted = calls.stream()
                .mapToLong(StrictTrace.Call::durationNanos)
                .sorted()
                .toArray();
        String name = String.valueOf(row.get("name"));
        assertThat(number(row, "count")).as(name).isEqualTo(sorted.length);
        assertThat(number(row, "unfinished")).as(name).isEqualTo(all.size() - sorted.length);
        assertThat(number(row, "threw"))
                .as(name)
                .isEqualTo(calls.stream()
                        .filter(call -> call.flags().contains("threw"))
                        .count());
        assertThat(number(row, "totalNanos")).as(name).isEqualTo(totalNanos);
        assertThat(number(row, "selfNanos"))
                .as(name)
                .isEqualTo(calls.stream().mapToLong(ReportIT::selfNanos).sum());
        if (sorted.length > 0) {
            assertThat(number(row, "minNanos")).as(name).isEqualTo(sorted[0]);
            assertThat(number(row, "maxNanos")).as(name).isEqualTo(sorted[sorted.length - 1]);
            for (int percent : new int[] {50, 90, 99}) {
                long exact = sorted[(int) Math.max(0, Math.ceil(sorted.length * percent / 100.0) - 1)];
                assertThat((double) number(row, "p" + percent + "Nanos"))
                        .as(name + " p" + percent)
                        .isCloseTo((double) exact, within(exact * PRECISION));
            }
        }
    }

    private static long selfNanos(StrictTrace.Call call) {
        return call.durationNanos()
                - call.children().stream()
                        .mapToLong(StrictTrace.Call::durationNanos)
                        .sum();
    }

    private static Map<String, String> paths(Map<String, Object> report) {
        List<Map<String, Object>> nodes = rows(report, "paths");
        List<String> names = new ArrayList<>();
        Map<String, String> paths = new TreeMap<>();
        for (Map<String, Object> node : nodes) {
            int caller = (int) number(node, "caller");
            String path = (caller < 0 ? "" : names.get(caller)) + "/" + node.get("name");
            names.add(path);
            long unfinished = node.containsKey("unfinished") ? number(node, "unfinished") : 0;
            paths.put(
                    path,
                    number(node, "calls") + unfinished + " " + number(node, "totalNanos") + " "
                            + number(node, "selfNanos"));
        }
        return paths;
    }

    private static Map<String, String> pathsOf(StrictTrace trace) {
        Map<String, long[]> sums = new TreeMap<>();
        trace.rows().forEach(row -> row.outer().children().forEach(call -> addPaths("", call, sums)));
        Map<String, String> paths = new TreeMap<>();
        sums.forEach((path, sum) -> paths.put(path, sum[0] + " " + sum[1] + " " + sum[2]));
        return paths;
    }

    private static void addPaths(String caller, StrictTrace.Call call, Map<String, long[]> sums) {
        String path = caller + "/" + call.name();
        long[] sum = sums.computeIfAbsent(path, name -> new long[3]);
        sum[0]++;
        sum[1] += call.durationNanos();
        sum[2] += selfNanos(call);
        call.children().forEach(child -> addPaths(path, child, sums));
    }

    private static Map<String, Long> busyThreads(Map<String, Object> report) {
        Map<String, Long> busy = new LinkedHashMap<>();
        rows(report, "threads").forEach(row -> busy.merge(text(row, "name"), number(row, "busyNanos"), Long::sum));
        return busy;
    }

    private static Map<String, Long> busyThreadsOf(StrictTrace trace) {
        Map<String, Long> busy = new LinkedHashMap<>();
        trace.rows()
                .forEach(row -> busy.merge(
                        row.thread(),
                        row.outer().children().stream()
                                .mapToLong(StrictTrace.Call::durationNanos)
                                .sum(),
                        Long::sum));
        return busy;
    }

    /** The longest calls by duration, by self time, and the longest root calls, each with its path. */
    private static void assertSlowest(Map<String, Object> report, StrictTrace trace) {
        List<Listed> all = new ArrayList<>();
        trace.rows().forEach(row -> row.outer().children().forEach(call -> list(List.of(), row.thread(), call, all)));
        assertLongest(rows(report, "slowestCalls"), all, "durationNanos");
        assertLongest(rows(report, "slowestCallsBySelf"), all, "selfNanos");
        List<Map<String, Object>> found = rows(report, "rootCalls");
        Comparator<Listed> byTime = Comparator.comparing((Listed listed) -> isThroughout(listed, trace))
                .thenComparing(listed -> -listed.call.durationNanos());
        assertThat(found)
                .extracting(row -> number(row, "durationNanos") + " " + row.containsKey("throughout"))
                .isEqualTo(all.stream()
                        .filter(listed -> listed.path.size() == 1)
                        .sorted(byTime)
                        .limit(found.size())
                        .map(listed -> listed.call.durationNanos() + " " + isThroughout(listed, trace))
                        .toList());
    }

    /** Returns whether a root call took nine tenths of the time with calls, alone of its name; not a lone one. */
    private static boolean isThroughout(Listed listed, StrictTrace trace) {
        List<StrictTrace.Call> roots = trace.rows().stream()
                .flatMap(row -> row.outer().children().stream())
                .toList();
        LongSummaryStatistics starts =
                roots.stream().mapToLong(StrictTrace.Call::startNanos).summaryStatistics();
        LongSummaryStatistics ends = roots.stream()
                .mapToLong(call -> call.startNanos() + call.durationNanos())
                .summaryStatistics();
        return roots.size() > 1
                && roots.stream()
                                .filter(root -> root.name().equals(listed.call.name()))
                                .count()
                        == 1
                && listed.call.durationNanos() >= 0.9 * (ends.getMax() - starts.getMin());
    }

    private record Listed(List<String> path, String thread, StrictTrace.Call call) {
        long nanos(String measure) {
            return measure.equals("selfNanos") ? selfNanos(call) : call.durationNanos();
        }
    }

    private static void list(List<String> callers, String thread, StrictTrace.Call call, List<Listed> all) {
        List<String> path = new ArrayList<>(callers);
        path.add(call.name());
        all.add(new Listed(path, thread, call));
        call.children().forEach(child -> list(path, thread, child, all));
    }

    private static void assertLongest(List<Map<String, Object>> found, List<Listed> all, String measure) {
        assertThat(found.stream().map(row -> number(row, measure)).toList())
                .as(measure)
                .isEqualTo(all.stream()
                        .map(listed -> listed.nanos(measure))
                        .sorted(Comparator.reverseOrder())
                        .limit(found.size())
                        .toList());
        for (Map<String, Object> row : found) {
            assertThat(all)
                    .as("%s", row)
                    .anyMatch(listed -> listed.path.equals(row.get("path"))
                            && listed.thread.equals(row.get("thread"))
                            && listed.call.startNanos() == number(row, "startNanos")
                            && listed.call.durationNanos() == number(row, "durationNanos")
                            && selfNanos(listed.call) == number(row, "selfNanos"));
        }
    }

    /** By thread its calls, root calls, first begin and last end. */
    private static Map<Long, String> threads(Map<String, Object> report) {
        Map<Long, String> threads = new TreeMap<>();
        rows(report, "threads")
                .forEach(row -> threads.put(
                        number(row, "tid"),
                        number(row, "callsAndRuns") + " " + number(row, "rootCalls") + " " + number(row, "firstNanos")
                                + " " + number(row, "lastNanos")));
        return threads;
    }

    private static Map<Long, String> threadsOf(StrictTrace trace) {
        Map<Long, String> threads = new TreeMap<>();
        for (StrictTrace.Row row : trace.rows()) {
            List<Listed> all = new ArrayList<>();
            row.outer().children().forEach(call -> list(List.of(), row.thread(), call, all));
            if (!all.isEmpty()) {
                long first = all.stream()
                        .mapToLong(listed -> listed.call.startNanos())
                        .min()
                        .orElseThrow();
                long last = all.stream()
                        .mapToLong(listed -> listed.call.startNanos() + listed.call.durationNanos())
                        .max()
                        .orElseThrow();
                threads.put(row.tid(), all.size() + " " + row.outer().children().size() + " " + first + " " + last);
            }
        }
        return threads;
    }

    private static Map<String, String> passes(Map<String, Object> report) {
        Map<String, String> passes = new TreeMap<>();
        rows(report, "callbacks").forEach(row -> {
            passes.put(
                    text(row, "site") + text(row, "name"),
                    number(row, "passes") + " " + number(part(row, "run"), "count"));
        });
        return passes;
    }

    private static Map<String, String> passesOf(StrictTrace trace) {
        Map<String, long[]> counts = new TreeMap<>();
        trace.passes().forEach(pass -> counts.computeIfAbsent(pass.site() + pass.name(), name -> new long[2])[0]++);
        trace.runs().forEach(run -> counts.computeIfAbsent(run.site() + run.name(), name -> new long[2])[1]++);
        Map<String, String> passes = new TreeMap<>();
        counts.forEach((name, count) -> passes.put(name, count[0] + " " + count[1]));
        return passes;
    }
}
