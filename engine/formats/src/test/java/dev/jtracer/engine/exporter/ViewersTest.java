// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.handler.timing.UserTimingsHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.handler.warning.StallHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first screen of viewers: names that fit, the first call at the left edge, the main thread on top. */
class ViewersTest {
    private static final String THREADS = TraceText.json("""
            M 1 0 thread_name "args":{"name":"pool-1"}
            M 2 0 thread_name "args":{"name":"early"}
            M 3 0 thread_name "args":{"name":"main"}
            X 1 40 call "dur":5
            X 2 20 call "dur":5
            X 3 30 call "dur":5""");

    private static final String FACTS = TraceText.json("""
            i 0 0 recording "cat":"jtracer","args":{"tool":"t","startEpochMicros":1000}
            X 1 80000 call "dur":5
            i 0 90000 end-of-work "cat":"log"
            i 0 99000 recording "cat":"jtracer","args":{"tool":"t","startEpochMicros":1000}""");

    @ParameterizedTest
    @ValueSource(strings = {"perfetto", "firefox", "speedscope", "devtools"})
    void names_areShortWhereNoTwoMethodsShareThem(String format) throws IOException {
        String text = Exported.shortNames(format, TraceText.json("""
                        X 1 10 a.b.Shop.sell "dur":5
                        X 1 20 a.c.Shop.sell "dur":5
                        X 1 30 a.b.Shop.close "dur":5""")).text();

        assertThat(text)
                .contains("a.b.Shop.sell", "a.c.Shop.sell", "Shop.close")
                .doesNotContain("a.b.Shop.close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"perfetto", "firefox", "speedscope"})
    void packages_areBesideShortNames(String format) throws IOException {
        String trace = TraceText.json("X 1 10 com.acme.Shop.close \"dur\":5");

        assertThat(Exported.shortNames(format, trace).text())
                .contains("com.acme")
                .doesNotContain("com.acme.Shop");
        assertThat(Exported.of(format, trace).text()).contains("com.acme.Shop.close");
    }

    @Test
    void perfetto_hasEachNewNameWithItsNewPackage() throws IOException {
        PerfettoFile file = new PerfettoFile(
                Exported.shortNames("perfetto", TraceText.json("""
                        X 1 10 com.acme.Shop.main "dur":50
                        X 1 20 com.acme.stock.Stock.count "dur":5
                        X 1 30 com.acme.stock.Stock.order "dur":5""")).file());

        assertThat(file.rows).extracting(CallRow::name).containsExactly("Shop.main", "Stock.count", "Stock.order");
        assertThat(file.categoriesOfNames)
                .hasSize(3)
                .containsEntry("Shop.main", "com.acme")
                .containsEntry("Stock.order", "com.acme.stock");
    }

    @Test
    void threads_areOrderedByTheirFirstCallsAfterMain() throws IOException {
        assertThat(new SpeedscopeFile(Exported.of("speedscope", THREADS).file()).rows)
                .extracting(CallRow::thread)
                .containsExactly("main", "early", "pool-1");
        assertThat(new FirefoxFile(Exported.of("firefox", THREADS).file()).rows)
                .extracting(CallRow::thread)
                .containsExactly("main", "early", "pool-1");
        assertThat(Exported.of("chrome-x", THREADS).text())
                .contains("\"tid\":3,\"cat\":\"__metadata\",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":0}")
                .contains(
                        "\"tid\":2,\"cat\":\"__metadata\",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":1}");
    }

    /**
     * A thread without calls, a line before, in and after calls, and stalls, as older files and recordings have them.
     */
    private static final String LINES_AND_STALLS = """
            [{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"main"}},
            {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"quiet"}},
            {"ph":"i","s":"t","ts":5,"pid":1,"tid":1,"cat":"log","name":"early"},
            {"ph":"b","ts":10,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.f"},
            {"ph":"i","s":"t","ts":15,"pid":1,"tid":1,"cat":"log","name":"here"},
            {"ph":"i","s":"t","ts":16,"pid":1,"tid":2,"cat":"log","name":"alone"},
            {"ph":"i","s":"p","ts":17,"pid":1,"tid":0,"cat":"jtracer","name":"stall","args":{"stallNanos":4000}},
            {"ph":"i","s":"p","ts":19,"pid":1,"tid":0,"cat":"jtracer","name":"stall","args":{"stallNanos":3000}},
            {"ph":"e","ts":20,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.f"},
            {"ph":"i","s":"t","ts":25,"pid":1,"tid":1,"cat":"log","name":"late"}]""";

    @Test
    void chrome_hasLinesAmongTheCallsAndStallsWithTheirLength() throws IOException {
        String row = ",\"pid\":1,\"tid\":1,\"cat\":\"java\"";
        String stalls = ",\"pid\":1,\"tid\":0,\"cat\":\"jtracer\",\"name\":";
        Exported exported = Exported.of("chrome", LINES_AND_STALLS);

        assertThat(exported.text().lines().filter(line -> line.matches(".*\"ph\":\"[bne]\".*\"tid\":[01],.*")))
                .extracting(
                        line -> line.replaceAll(",?\"id2\":\\{[^}]*}|,$", "").replace(",,", ","))
                .containsExactlyInAnyOrder(
                        "{\"ph\":\"b\",\"ts\":5.000" + row + ",\"name\":\" main\",\"args\":{\"thread\":\"main\"}}",
                        "{\"ph\":\"n\",\"ts\":5.000" + row + ",\"name\":\"early\",\"args\":{\"log\":true}}",
                        "{\"ph\":\"b\",\"ts\":10.000" + row + ",\"name\":\"a.A.f\"}",
                        "{\"ph\":\"n\",\"ts\":15.000" + row + ",\"name\":\"here\",\"args\":{\"log\":true}}",
                        "{\"ph\":\"b\",\"ts\":13.000" + stalls + "\"stalls of the JVM\"}",
                        "{\"ph\":\"e\",\"ts\":13.000" + stalls + "\"stalls of the JVM\"}",
                        "{\"ph\":\"b\",\"ts\":13.000" + stalls + "\"stall\"}",
                        "{\"ph\":\"e\",\"ts\":17.000" + stalls + "\"stall\",\"args\":{\"stallNanos\":4000}}",
                        "{\"ph\":\"b\",\"ts\":17.000" + stalls + "\"stall\"}",
                        "{\"ph\":\"e\",\"ts\":19.000" + stalls + "\"stall\",\"args\":{\"stallNanos\":3000}}",
                        "{\"ph\":\"e\",\"ts\":20.000" + row + ",\"name\":\"a.A.f\"}",
                        "{\"ph\":\"n\",\"ts\":25.000" + row + ",\"name\":\"late\",\"args\":{\"log\":true}}",
                        "{\"ph\":\"e\",\"ts\":25.000" + row + ",\"name\":\" main\",\"args\":{\"threadEnd\":true}}");
        assertThat(exported.text()).contains("\"name\":\"quiet\",\"args\":{\"thread\":\"quiet\"}");
        // what was read back is written again in the same way
        assertThat(Exported.of("chrome", exported.text()).text()).isEqualTo(exported.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chrome", "chrome-x"})
    void linesAndStalls_areReadBackAsWhatTheyStandFor(String format) throws IOException {
        String text = Exported.of(format, LINES_AND_STALLS).text();

        assertThat(HandlerRun.ofJson(new StallHandler(), text).stalls())
                .extracting(stall -> stall.startNanos() + "+" + stall.nanos())
                .containsExactly("13000+4000", "16000+3000");
        assertThat(HandlerRun.ofJson(new FunctionsHandler(), text).rows())
                .extracting(Functions.Row::name)
                .containsExactly("a.A.f");
        if (format.equals("chrome")) {
            assertThat(HandlerRun.ofJson(new UserTimingsHandler(), text).logs())
                    .extracting(log -> log.tid() + " " + log.tsNanos() + " " + log.name()
                            + log.args().asMap())
                    .containsExactly("1 5000 early{}", "1 15000 here{}", "2 16000 alone{}", "1 25000 late{}");
        }
    }

    @Test
    void perfetto_hasStallsOnATrackOfTheirOwn() throws IOException {
        PerfettoFile file =
                new PerfettoFile(Exported.of("perfetto", LINES_AND_STALLS).file());

        assertThat(file.stalls)
                .containsExactly("13000 stall {stallNanos=4000}", "17000", "17000 stall {stallNanos=3000}", "19000");
        assertThat(file.points).contains("main 15000 here {}");
    }

    /** Applies the query of the README to the slices that Perfetto makes. */
    @Test
    void queryOfTheReadme_countsCallsAndRunsAlone() throws IOException {
        String readme = Files.readString(Path.of("../../README.md"));
        String query = readme.substring(readme.indexOf("```sql"), readme.indexOf("group by name"));
        assertThat(query).contains("where depth > 0 and");
        List<String> excluded = Pattern.compile("'args\\.(\\w+)'\\) is null")
                .matcher(query)
                .results()
                .map(found -> found.group(1))
                .toList();
        String recording = LINES_AND_STALLS.replace("{\"ph\":\"e\",\"ts\":20", """
                {"ph":"b","ts":18,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.g[0]","bind_id":"0x7","flow_out":true,"args":{"pass":true}},
                {"ph":"e","ts":18,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.g[0]"},
                {"ph":"b","ts":19,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.g[0]","bind_id":"0x7","flow_in":true,"args":{"callback":true}},
                {"ph":"e","ts":20,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.g[0]"},
                {"ph":"e","ts":20""");
        List<String> counted = new ArrayList<>();
        Map<String, Integer> depths = new HashMap<>();
        for (String line : Exported.of("chrome", recording).text().lines().toList()) {
            String track = line.replaceAll(".*\"tid\":(\\d+),.*", "$1");
            if (line.contains("\"ph\":\"e\"")) {
                depths.merge(track, -1, Integer::sum);
            } else if (line.contains("\"ph\":\"b\"") || line.contains("\"ph\":\"n\"")) {
                int depth = depths.getOrDefault(track, 0);
                depths.put(track, depth + (line.contains("\"ph\":\"b\"") ? 1 : 0));
                if (depth > 0 && excluded.stream().noneMatch(name -> line.contains("\"" + name + "\":"))) {
                    counted.add(line.replaceAll(".*\"name\":\"([^\"]*)\".*", "$1"));
                }
            }
        }

        assertThat(counted).containsExactly("a.A.f", "a.A.g[0]");
    }

    /** For Perfetto a complete event is over at its end. */
    @Test
    void chromeX_hasACallAtTheVeryEndOfAnotherWithinIt() throws IOException {
        String json = TraceText.json("""
                b 0x1 10 outer
                b 0x1 20 last
                e 0x1 20 last
                e 0x1 20 outer
                b 0x1 20 next
                b 0x1 30 inner
                e 0x1 40 inner
                b 0x1 40 late
                e 0x1 40 late
                e 0x1 40 next""");

        assertThat(Exported.of("chrome-x", json)
                        .text()
                        .lines()
                        .filter(line -> line.contains("\"X\""))
                        .map(line -> line.replaceAll("\"pid\".*\"name\":|\"}.*", "")))
                .containsExactly(
                        "{\"ph\":\"X\",\"ts\":10.000,\"dur\":10.000,\"outer",
                        "{\"ph\":\"X\",\"ts\":19.9995,\"dur\":0.000,\"last",
                        "{\"ph\":\"X\",\"ts\":20.000,\"dur\":20.000,\"next",
                        "{\"ph\":\"X\",\"ts\":30.000,\"dur\":10.000,\"inner",
                        "{\"ph\":\"X\",\"ts\":40.000,\"dur\":0.000,\"late");
        assertThat(Exported.of("chrome-x", json).imported())
                .extracting(call -> call.depth() + " " + call.name() + " " + call.start() + ".." + call.end())
                .contains("0 outer 10000..20000", "1 last 20000..20000", "0 next 20000..40000");
    }

    private static final String TWO_PROCESSES = """
            [{"ph":"M","pid":1,"tid":0,"name":"process_name","args":{"name":"shop"}},
            {"ph":"M","ts":0,"pid":1,"tid":0,"cat":"jtracer","name":"recording","args":{"include":"a"}},
            {"ph":"b","ts":10,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.f"},
            {"ph":"e","ts":20,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.f"},
            {"ph":"M","ts":90,"pid":1,"tid":0,"cat":"jtracer","name":"recording end","args":{"records":1}},
            {"ph":"M","pid":2,"tid":0,"name":"process_name","args":{"name":"stock"}},
            {"ph":"M","ts":0,"pid":2,"tid":0,"cat":"jtracer","name":"recording","args":{"include":"b"}},
            {"ph":"b","ts":30,"pid":2,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"b.B.f"},
            {"ph":"e","ts":40,"pid":2,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"b.B.f"},
            {"ph":"M","ts":95,"pid":2,"tid":0,"cat":"jtracer","name":"recording end","args":{"records":2}}]""";

    @Test
    void chrome_hasTheNamesAndFactsOfEachProcess() throws IOException {
        Exported exported = Exported.of("chrome", TWO_PROCESSES);

        assertThat(exported.text().lines().map(line -> line.replaceAll("\\.000|,$", "")))
                .contains(
                        "{\"ph\":\"M\",\"ts\":0,\"pid\":1,\"tid\":0,\"cat\":\"__metadata\",\"name\":\"process_name\",\"args\":{\"name\":\"shop\"}}",
                        "{\"ph\":\"M\",\"ts\":0,\"pid\":2,\"tid\":0,\"cat\":\"__metadata\",\"name\":\"process_name\",\"args\":{\"name\":\"stock\"}}")
                .anyMatch(line ->
                        line.contains("\"pid\":1,") && line.contains("\"recording\",\"args\":{\"include\":\"a\""))
                .anyMatch(line ->
                        line.contains("\"pid\":2,") && line.contains("\"recording\",\"args\":{\"include\":\"b\""))
                .anyMatch(line ->
                        line.contains("\"pid\":1,") && line.contains("\"recording end\",\"args\":{\"records\":1,"))
                .anyMatch(line ->
                        line.contains("\"pid\":2,") && line.contains("\"recording end\",\"args\":{\"records\":2}"));
    }

    @Test
    void virtualThreads_areAGroupOnTheWayThroughChromesFormat() throws IOException {
        String json = TraceText.json("""
                b 0x9 10 "virtual threads" "cat":"java","tid":9,"id":null,"id2":{"local":"0x9"},"args":{"thread":"worker"}
                b 0x9 20 run "cat":"java","tid":9,"id":null,"id2":{"local":"0x9"}
                e 0x9 30 run "cat":"java","tid":9,"id":null,"id2":{"local":"0x9"}
                """.replace("\"virtual threads\"", "virtual_threads"))
                .replace("virtual_threads", "virtual threads");

        assertThat(Exported.of("perfetto", json).text()).contains("virtual threads");
        assertThat(Exported.of("speedscope", json).text()).contains("virtual threads: ");
        assertThat(Exported.of("chrome", json).text()).contains("\"name\":\"virtual threads\"");
        assertThat(Exported.of("chrome", json).text()).contains("\"name\":\"virtual threads\"");
    }

    @Test
    void time_startsAtTheFirstCallAndKeepsItsOrigin() throws IOException {
        List<String> chromeX = Exported.of("chrome-x", FACTS)
                .text()
                .lines()
                .filter(line -> line.contains("\"ts\"") && !line.contains("__metadata"))
                .toList();

        // Viewers begin at the first event. Its time still counts from the start of the recording, whose clock it
        // names.
        assertThat(chromeX)
                .filteredOn(line -> !line.contains("\"ph\":\"M\""))
                .first()
                .asString()
                .contains("\"ts\":80000.000");
        assertThat(chromeX)
                .filteredOn(line -> line.contains("startEpochMicros\":1000"))
                .hasSize(2)
                .allMatch(line -> line.contains("\"ts\":80000.000") || line.contains("\"ts\":90000.000"));
        assertThat(Exported.of("speedscope", FACTS).text()).contains("\"startValue\":80000.000,\"endValue\":90000.000");
    }
}
