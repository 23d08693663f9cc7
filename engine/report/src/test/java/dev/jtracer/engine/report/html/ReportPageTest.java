// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.window.LongestCallsHandler;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.ThreadStates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportPageTest {
    private static final String PASS = "\"flow_out\":true,\"args\":{\"pass\":true},\"bind_id\":\"0x7\"";
    private static final String RUN = "\"flow_in\":true,\"args\":{\"callback\":true},\"bind_id\":\"0x7\"";

    /** Two threads: the first passes a callback, the second runs it. */
    private static final String PASSED = TraceText.json("""
            b 1 0 a.A.main
            b 1 10 a.A.submit
            b 1 10 a.A.submit[0] %s
            e 1 10 a.A.submit[0]
            e 1 14 a.A.submit
            b 2 30 a.A.submit[0] %s
            b 2 31 a.B.work
            e 2 39 a.B.work
            e 2 40 a.A.submit[0]
            b 1 50 a.A.last
            e 1 60 a.A.last
            e 1 100 a.A.main
            """.formatted(PASS, RUN));

    private static TraceSource source(String json) {
        return new ChromeTraceReader("trace.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static ReportPage page(String json) throws IOException {
        return ReportPage.read(source(json), new ReportLimits(20, 100_000), ThreadStates.NONE);
    }

    private static Map<String, Object> model(String json) throws IOException {
        return page(json).json("trace.json", "'my trace.json'");
    }

    private static String html(String json) throws IOException {
        return page(json).html("trace.json", "'my trace.json'");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> member(Map<String, Object> json, String name) {
        return (Map<String, Object>) Objects.requireNonNull(json.get(name), name);
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> list(Map<String, Object> json, String name) {
        return (List<T>) Objects.requireNonNull(json.get(name), name);
    }

    private static long sum(List<Number> numbers) {
        return numbers.stream().mapToLong(Number::longValue).sum();
    }

    /** The calls of all timelines: row, level, begin in nanoseconds, duration, name. */
    private static List<String> calls(Map<String, Object> model) {
        List<String> names = list(model, "names");
        List<Map<String, Object>> rows = list(member(model, "timelines"), "rows");
        List<String> calls = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            long start = 0;
            for (int i = 0; i < list(rows.get(row), "depth").size(); i++) {
                start += ReportPageTest.<Long>list(rows.get(row), "startAfter").get(i);
                calls.add(row + " " + list(rows.get(row), "depth").get(i) + " " + start + " "
                        + list(rows.get(row), "nanos").get(i) + " "
                        + names.get(ReportPageTest.<Integer>list(rows.get(row), "name")
                                .get(i)));
            }
        }
        return calls;
    }

    @Test
    void timelines_haveEachCallAndArrow() throws IOException {
        Map<String, Object> model = model(PASSED);

        assertThat(calls(model))
                .containsExactly(
                        "0 0 0 100000 a.A.main",
                        "0 1 10000 4000 a.A.submit",
                        "0 1 50000 10000 a.A.last",
                        "1 0 30000 10000 a.A.submit[0]",
                        "1 1 31000 8000 a.B.work");
        Map<String, Object> ofMain = ReportPageTest.<Map<String, Object>>list(member(model, "timelines"), "windows")
                .get(1);
        assertThat(list(ofMain, "rows")).isEqualTo(List.of(0, 1));
        assertThat(list(ofMain, "arrows")).isEqualTo(List.of(List.of(0, 1, 10_000L, 1, 0, 30_000L)));
        assertThat(ofMain.get("calls")).isEqualTo(5L);
    }

    @Test
    void flameAndOverview_addUpToAllCalls() throws IOException {
        Map<String, Object> model = model(PASSED);

        Map<String, Object> flame = member(model, "flame");
        assertThat(sum(list(flame, "calls"))).isEqualTo(5);
        assertThat(sum(list(flame, "self"))).isEqualTo(110_000);
        long ended = 0;
        long open = 0;
        Map<String, Object> overview = member(model, "overview");
        List<Map<String, Object>> rows = list(overview, "rows");
        for (Map<String, Object> row : rows) {
            ended += sum(list(row, "calls"));
            open += sum(list(row, "open"));
        }
        assertThat(rows).hasSize(2);
        assertThat(ended).isEqualTo(5);
        double openNanos = open / 100.0 * ((Number) Objects.requireNonNull(overview.get("sliceNanos"))).longValue();
        assertThat(openNanos)
                .as("100 + 4 + 10 on one thread, 10 + 8 on the other")
                .isBetween(130_000.0, 134_000.0);
    }

    @Test
    void slowCalls_haveTheWindowAroundThem() throws IOException {
        Map<String, Object> slow = member(model(PASSED), "slow");

        List<Map<String, Object>> passes = list(slow, "passes");
        assertThat(passes).hasSize(1);
        assertThat(passes.get(0)).containsEntry("waitNanos", 20_000L).containsEntry("startNanos", 10_000L);
        assertThat(list(slow, "requests")).hasSize(2);
        assertThat(list(slow, "calls")).hasSize(5);
    }

    @Test
    void requests_haveTheirStatusesAndTheShareOfSql() throws IOException {
        String request = """
                [{"ph":"b","name":"HTTP GET /a","cat":"java","id":1,"pid":2,"tid":1,"ts":1,"args":{"kind":"request"}},
                {"ph":"b","name":"SQL SELECT ?","cat":"java","id":1,"pid":2,"tid":1,"ts":2,"args":{"kind":"statement"}},
                {"ph":"e","name":"SQL SELECT ?","cat":"java","id":1,"pid":2,"tid":1,"ts":4},
                {"ph":"e","name":"HTTP GET /a","cat":"java","id":1,"pid":2,"tid":1,"ts":9,"args":{"status":503}}]
                """;

        List<Map<String, Object>> requests = list(model(request), "requests");

        assertThat(requests).hasSize(1);
        assertThat(requests.get(0)).containsEntry("name", "HTTP GET /a").containsEntry("callNanos", 8_000L);
        assertThat(member(requests.get(0), "statuses")).containsEntry("5xx", 1L);
        assertThat(member(requests.get(0), "nanosOfKinds"))
                .containsEntry("SQL", 2_000L)
                .containsEntry("HTTP", 0L);
        assertThat(list(model(PASSED), "requests")).isEmpty();
    }

    @Test
    void sites_tellCallbacksOfOneNameApart() throws IOException {
        String sites = PASSED.replace("true}", "true,\"site\":\"a.A.main:5\"}")
                + ","
                + PASSED.replace("true}", "true,\"site\":\"a.A.main:6\"}")
                        .replace("0x7", "0x8")
                        .replace("\"pid\":1", "\"pid\":2");
        Map<String, Object> model = model(sites.replace("],[", ""));

        assertThat(ReportPageTest.<Map<String, Object>>list(model, "callbacks"))
                .extracting(row -> row.get("name") + " " + row.get("site"))
                .containsExactlyInAnyOrder("a.A.submit[0] a.A.main:5", "a.A.submit[0] a.A.main:6");
        assertThat(ReportPageTest.<Map<String, Object>>list(member(model, "slow"), "passes"))
                .extracting(row -> row.get("site"))
                .containsExactlyInAnyOrder("a.A.main:5", "a.A.main:6");
        assertThat(ReportPageTest.<String>list(model, "names"))
                .contains("a.A.main")
                .doesNotContain("");
    }

    @Test
    void run_mayEndBeforeItsPassByTheClocksOfTwoCores() throws IOException {
        Map<String, Object> model = model(TraceText.json("""
                b 1 50 a.A.submit
                b 1 50 a.A.submit[0] %s
                e 1 50 a.A.submit[0]
                e 1 60 a.A.submit
                b 2 10 a.A.submit[0] %s
                e 2 15 a.A.submit[0]
                """.formatted(PASS, RUN)));

        List<Map<String, Object>> passes = list(member(model, "slow"), "passes");
        assertThat(passes).hasSize(1);
        assertThat(passes.get(0)).containsEntry("waitNanos", 0L).containsEntry("nanos", -35_000L);
    }

    @Test
    void ambiguousRuns_areCountedApartFromArrows() throws IOException {
        Map<String, Object> model = model(PASSED.replace("\"callback\":true", "\"callback\":true,\"ambiguous\":true"));

        List<Map<String, Object>> windows = list(member(model, "timelines"), "windows");
        assertThat(windows.get(1))
                .containsEntry("arrows", List.of())
                .containsEntry("moreArrows", 0L)
                .containsEntry("ambiguousRuns", 1L);
    }

    @Test
    void overview_countsTheThreadsOfSharedRows() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int thread = 1; thread <= 1200; thread++) {
            lines.append("X ").append(thread).append(" 10 a.A.call \"dur\":5\n");
        }
        Map<String, Object> overview = member(model(TraceText.json(lines.toString())), "overview");

        List<Map<String, Object>> rows = list(overview, "rows");
        assertThat(rows).hasSize(300).extracting(row -> row.get("kind")).contains("OTHER_THREADS");
        assertThat(overview).containsEntry("moreThreads", 1200L - 200 - 299);
    }

    @Test
    void samples_areCutAsOtherTables() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2010; i++) {
            lines.append("P 7 ").append(i).append(" a.A.m").append(i).append('\n');
        }
        Map<String, Object> model = model(TraceText.json(lines.toString()));

        List<Map<String, Object>> kinds = list(model, "samples");
        assertThat(kinds).hasSize(1);
        assertThat(list(kinds.get(0), "methods")).hasSize(2000);
        assertThat(kinds.get(0)).containsEntry("moreMethods", 10).containsEntry("count", 2010L);
    }

    private static List<Object> callsOfWindows(Map<String, Object> model) {
        return ReportPageTest.<Map<String, Object>>list(member(model, "timelines"), "windows").stream()
                .map(window -> Objects.requireNonNull(window.get("calls")))
                .toList();
    }

    @Test
    void smallTrace_isReadOnce() throws IOException {
        assertThat(page(PASSED).isComplete()).isTrue();
    }

    @Test
    void longWindow_needsNoSecondReading() throws IOException {
        StringBuilder lines = new StringBuilder("b 1 0 a.A.main\n");
        for (int i = 1; i <= 60; i++) {
            int begin = i * 1000;
            lines.append("b 1 " + begin + " a.A.work\ne 1 " + (begin + (i % 6 == 0 ? 400 : 200)) + " a.A.work\n");
        }
        String json = TraceText.json(lines.append("e 1 1000000 a.A.main").toString());

        Map<String, Object> model = ReportPage.read(
                        source(json), new ReportLimits(1, 100), ThreadStates.NONE, new LongestCallsHandler(20, 1))
                .json("trace.json", "trace.json");

        assertThat(calls(model)).contains("0 0 0 1000000000 a.A.main").hasSizeBetween(20, 40);
        assertThat(ReportPageTest.<Map<String, Object>>list(member(model, "timelines"), "windows"))
                .extracting(window -> window.get("calls"), window -> window.get("longestDropped"))
                .containsExactly(tuple(-1L, 200_000L));
    }

    /** The call that passes the callback is shorter than the three that are retained. */
    @Test
    void arrowsOfCallsThatAreNotDrawn_stayInTheirRows() throws IOException {
        String longRun = PASSED.replace("\"ts\":39,", "\"ts\":90000,")
                .replace("\"ts\":40,", "\"ts\":90001,")
                .replace("\"ts\":100,", "\"ts\":100000,");
        ReportPage page = ReportPage.read(
                source(longRun), new ReportLimits(1, 100), ThreadStates.NONE, new LongestCallsHandler(3, 16));

        Map<String, Object> timelines = member(page.json("trace.json", "trace.json"), "timelines");

        List<Map<String, Object>> rows = list(timelines, "rows");
        assertThat(rows).extracting(row -> row.get("depth")).containsExactly(List.of(0), List.of(0, 1));
        assertThat(list(
                        ReportPageTest.<Map<String, Object>>list(timelines, "windows")
                                .get(0),
                        "arrows"))
                .isEqualTo(List.of(List.of(0, 0, 10_000L, 1, 0, 30_000L)));
    }

    @Test
    void windowsOfBothReadings_areThoseOfOneThatKeepsAllCalls() throws IOException {
        String json = TraceText.json("X 9 0 a.A.main \"dur\":20000\n" + linesOfManyCalls(20_000));
        ReportPage first = ReportPage.read(
                source(json), new ReportLimits(20, 1000), ThreadStates.NONE, new LongestCallsHandler(5_000, 1));
        assertThat(first.isComplete()).isFalse();

        Map<String, Object> model = first.readAgain(source(json)).json("trace.json", "trace.json");

        List<Object> counts = callsOfWindows(model);
        List<Object> all = callsOfWindows(page(json).json("trace.json", "trace.json"));
        assertThat(counts).contains(-1L).hasSameSizeAs(all);
        int counted = 0;
        for (int i = 0; i < counts.size(); i++) {
            if (!counts.get(i).equals(-1L)) {
                assertThat(counts.get(i)).isEqualTo(all.get(i));
                counted++;
            }
        }
        assertThat(counted).isPositive();
    }

    @Test
    void slowCallsThatHaveNotEnded_areMarked() throws IOException {
        Map<String, Object> slow = member(model(TraceText.json("""
                b 1 0 a.A.main
                b 1 5 a.A.in
                b 2 0 a.A.run
                e 2 3 a.A.run
                """)), "slow");

        List<Map<String, Object>> requests = list(slow, "requests");
        assertThat(requests).extracting(call -> call.get("unfinished")).containsExactlyInAnyOrder(true, false);
        assertThat(requests)
                .extracting(call -> member(call, "paths").get("unfinished"))
                .containsExactlyInAnyOrder(List.of(0, 1), List.of());
        assertThat(ReportPageTest.<Map<String, Object>>list(slow, "calls"))
                .extracting(call -> call.get("unfinished"))
                .containsExactlyInAnyOrder(true, true, false);
    }

    /** The numbers of a script are exact to 2^53 alone, and times from 1970 are longer. */
    @Test
    void times_countFromTheStartOfTheTrace() throws IOException {
        Map<String, Object> model = model(TraceText.json("""
                X 1 1700000000000000.100 a.A.call "dur":0.050
                I 1 1700000000000000.125 ready "cat":"blink.user_timing"
                """));

        assertThat(member(model, "trace")).containsEntry("startNanos", 0L).containsEntry("endNanos", 50L);
        assertThat(ReportPageTest.<Map<String, Object>>list(model, "threads").get(0))
                .containsEntry("firstNanos", 0L)
                .containsEntry("lastNanos", 50L);
        List<Map<String, Object>> sections = list(model, "sections");
        assertThat(ReportPageTest.<List<Object>>list(sections.get(0), "rows"))
                .containsExactly(List.of(1L, 25L, 25L, "ready"));
    }

    @Test
    void command_isInTheModelAsGiven() throws IOException {
        assertThat(model(PASSED)).containsEntry("command", "'my trace.json'");
    }

    /** It counts from the start of a recording, also in a part of one, else from the first event. */
    @Test
    void times_sayWhereTheCommandCountsFrom() throws IOException {
        String part = TraceText.json("""
                i 0 10000000 recording "s":"p","cat":"jtracer","args":{%s}
                b 1 10000100 a.A.main
                e 1 10000200 a.A.main
                """);

        assertThat(model(part.formatted("\"startEpochMicros\":5000000")))
                .containsEntry("cutOffsetNanos", 10_000_000_000L);
        assertThat(model(part.formatted(""))).containsEntry("cutOffsetNanos", 0L);
    }

    @Test
    void names_cannotBecomeMarkup() throws IOException {
        String nasty = "</script><script>alert(1)</script><!--\\u2028\\\"'&amp;<img/src=x/onerror=alert(1)>";
        String html = html(TraceText.json("b 1 0 " + nasty + "\ne 1 9 " + nasty));

        assertThat(Pattern.compile("<script").matcher(html).results()).hasSize(2);
        assertThat(Pattern.compile("</script").matcher(html).results()).hasSize(2);
        String data = between(html, "id=\"data\">", "</script>");
        assertThat(data).contains("\\u003c/script>", "\\u2028").doesNotContain("<", "\u2028");
    }

    @Test
    void page_requestsNothingAndAllowsItsOwnScriptAlone() throws IOException, NoSuchAlgorithmException {
        String html = html(PASSED);

        String policy = between(html, "Content-Security-Policy\" content=\"", "\"");
        String script = between(html, "</script>\n<script>", "</script>");
        String style = between(html, "<style>", "</style>");
        assertThat(policy)
                .isEqualTo("default-src 'none'; script-src " + hash(script) + "; style-src " + hash(style)
                        + "; base-uri 'none'; form-action 'none'");
        assertThat(html)
                .doesNotContainPattern("(?i)https?:|\\bsrc=|@import|url\\(|<link|<iframe|\\bon\\w+=\"|style=\"");
        assertThat(html).doesNotContain("innerHTML", "eval(", "fetch(", "XMLHttpRequest", "import(");
        assertThat(style).as("not a placeholder").hasSizeGreaterThan(1000);
    }

    @Test
    void size_doesNotGrowWithTheRecording() throws IOException {
        int smallSize = html(TraceText.json(linesOfManyCalls(15_000))).length();
        int largeSize = html(TraceText.json(linesOfManyCalls(150_000))).length();

        assertThat(largeSize).isLessThan(5_000_000).isLessThan(smallSize * 3);
    }

    /** Calls of 500 names at random, up to 12 levels deep, on three threads. */
    private static String linesOfManyCalls(int events) {
        Random random = new Random(1);
        List<List<String>> stacks = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < events; i++) {
            int thread = random.nextInt(3);
            List<String> stack = stacks.get(thread);
            if (stack.isEmpty() || (stack.size() < 12 && random.nextBoolean())) {
                stack.add("com.acme.C" + random.nextInt(50) + ".method" + random.nextInt(10));
                lines.append("b ")
                        .append(thread)
                        .append(' ')
                        .append(i)
                        .append(' ')
                        .append(stack.get(stack.size() - 1));
            } else {
                lines.append("e ")
                        .append(thread)
                        .append(' ')
                        .append(i)
                        .append(' ')
                        .append(stack.remove(stack.size() - 1));
            }
            lines.append('\n');
        }
        return lines.toString();
    }

    private static String hash(String text) throws NoSuchAlgorithmException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }

    private static String between(String text, String start, String end) {
        Matcher matcher = Pattern.compile(Pattern.quote(start) + "(.*?)" + Pattern.quote(end), Pattern.DOTALL)
                .matcher(text);
        assertThat(matcher.find()).as("'%s' is followed by '%s'", start, end).isTrue();
        return matcher.group(1);
    }
}
