// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.chrome.DevToolsExporter;
import dev.jtracer.engine.exporter.format.ExportFormat;
import dev.jtracer.engine.pairing.PairingProblem;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats on small traces made by hand. */
class ExportersTest {
    private static final String SMALL = TraceText.json("""
            M 5 0 thread_name "args":{"name":"main"}
            B 5 10 a.A.outer
            B 5 12.5 a.A.inner
            E 5 20.001 -
            E 5 30 - "args":{"threw":true}
            B 5 40 a.A.last""");

    static Stream<String> names() {
        return ExportFormat.all().stream().map(ExportFormat::key);
    }

    @ParameterizedTest
    @MethodSource("names")
    void emptyTrace_givesAFileWithoutCalls(String format) throws IOException {
        Exported exported = Exported.of(format, "[]");

        assertThat(exported.report().calls()).isZero();
        assertThat(exported.report().losses()).isEmpty();
    }

    @Test
    void chromeX_isCompleteEventsInTheOrderOfTheirBegins() throws IOException {
        Exported exported = Exported.of("chrome-x", SMALL);

        assertThat(exported.text()).isEqualTo("""
                [
                {"ph":"M","ts":0.000,"pid":1,"tid":5,"cat":"__metadata","name":"thread_name","args":{"name":"main"}},
                {"ph":"M","ts":0.000,"pid":1,"tid":5,"cat":"__metadata","name":"thread_sort_index","args":{"sort_index":0}},
                {"ph":"X","ts":10.000,"dur":20.000,"pid":1,"tid":5,"cat":"java","name":"a.A.outer","args":{"threw":true}},
                {"ph":"X","ts":12.500,"dur":7.501,"pid":1,"tid":5,"cat":"java","name":"a.A.inner"},
                {"ph":"X","ts":40.000,"dur":0.000,"pid":1,"tid":5,"cat":"java","name":"a.A.last","args":{"unfinished":true}}
                ]
                """);
        assertThat(exported.report().calls()).isEqualTo(3);
    }

    @Test
    void arguments_areKeptWhereTheFormatHasThem() throws IOException {
        String json = TraceText.json("""
                B 1 10 a "cat":"x,y","args":{"sql":"select 1","n":3}
                E 1 20 a "args":{"threw":true,"rows":7}""");

        assertThat(Exported.of("chrome-x", json).text())
                .contains(
                        "\"cat\":\"x,y\",\"name\":\"a\",\"args\":{\"sql\":\"select 1\",\"n\":3,\"rows\":7,\"threw\":true}}");
        assertThat(Exported.of("csv", json).text())
                .contains(",a,1,0,\"{\"\"sql\"\":\"\"select 1\"\",\"\"n\"\":3,\"\"rows\"\":7}\"\r\n");
    }

    @Test
    void perfetto_drawsPassesAsFlowsFromCallToCall() throws IOException {
        PerfettoFile file = new PerfettoFile(Exported.of("perfetto", passes()).file());

        assertThat(file.flows)
                .containsExactly(
                        Map.entry(1L, List.of("a.A.submit[0]", "a.A.submit[0]")),
                        Map.entry(2L, List.of("a.A.submit[0]", "a.A.submit[0]")));
    }

    @Test
    void chromeX_ordersCallsOfAllThreadsByTimeAndLength() throws IOException {
        Exported exported = Exported.of("chrome-x", TraceText.json("""
                X 1 10 short "dur":1
                X 1 50 late "dur":1
                X 2 10 long "dur":9
                X 3 5 first "dur":60
                X 3 20 inner "dur":2"""));

        assertThat(names(exported, "X")).containsExactly("first", "long", "short", "inner", "late");
    }

    @Test
    void chromeX_keepsCallsThatReachOverTheirParents() throws IOException {
        Exported exported = Exported.of("chrome-x", TraceText.json("""
                X 1 10 outer "dur":10
                X 1 15 over "dur":10"""));

        assertThat(exported.text()).contains("\"ts\":15.000,\"dur\":10.000");
        assertThat(exported.report().losses()).isEmpty();
    }

    @Test
    void nestedFormats_cutCallsThatReachOverTheirParentsAndCountThem() throws IOException {
        Exported exported = Exported.of("speedscope", TraceText.json("""
                X 1 10 outer "dur":10
                X 1 15 over "dur":10"""));

        assertThat(new SpeedscopeFile(exported.file()).rows)
                .containsExactly(
                        new CallRow("thread-1", 0, "outer", 10_000, 20_000, false, false),
                        new CallRow("thread-1", 1, "over", 15_000, 20_000, false, false));
        assertThat(exported.report().losses()).containsExactly(Map.entry(ExportLoss.CUT, 1L));
    }

    @Test
    void chromeX_writesInstantsSoThatDevToolsSeesThem() throws IOException {
        Exported exported = Exported.of("chrome-x", TraceText.json("""
                B 1 10 call
                i 1 11 mark "s":"p","cat":"log","args":{"text":"x"}
                i 0 12 recording "s":"p","cat":"jtracer","args":{"version":"1"}
                i 0 12 stall "s":"p","cat":"jtracer","args":{"stallNanos":70000000}
                C 1 13 heap "args":{"used":7}
                E 1 20 -"""));

        assertThat(exported.text())
                .contains(
                        "{\"ph\":\"I\",\"ts\":11.000,\"pid\":1,\"tid\":1,\"cat\":\"log\",\"name\":\"mark\",\"s\":\"p\","
                                + "\"args\":{\"text\":\"x\"}}")
                // a fact, which is no row's
                .contains("{\"ph\":\"M\",\"ts\":12.000,\"pid\":1,\"tid\":0,\"cat\":\"jtracer\",\"name\":\"recording\",")
                .contains(
                        "{\"ph\":\"X\",\"ts\":10.000,\"pid\":1,\"tid\":0,\"cat\":\"jtracer\",\"name\":\"stall\",\"dur\":2.000,"
                                + "\"args\":{\"stallNanos\":70000000}}")
                .contains(
                        "\"tid\":0,\"cat\":\"__metadata\",\"name\":\"thread_name\",\"args\":{\"name\":\"stalls of the JVM\"}}")
                .contains(
                        "{\"ph\":\"C\",\"ts\":13.000,\"pid\":1,\"tid\":1,\"cat\":\"\",\"name\":\"heap\",\"args\":{\"used\":7}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"chrome", "chrome-x"})
    void stallsOfEachProcess_haveANamedRow(String format) throws IOException {
        Exported exported = Exported.of(format, """
                [{"ph":"i","ts":1,"pid":1,"tid":0,"s":"p","cat":"jtracer","name":"stall","args":{"stallNanos":70000000}},
                {"ph":"i","ts":2,"pid":2,"tid":0,"s":"p","cat":"jtracer","name":"stall","args":{"stallNanos":80000000}},
                {"ph":"i","ts":3,"pid":2,"tid":0,"s":"p","cat":"jtracer","name":"stall","args":{"stallNanos":90000000}},
                {"ph":"X","ts":4,"dur":1,"pid":1,"tid":5,"cat":"java","name":"a.A.one"},
                {"ph":"X","ts":4,"dur":1,"pid":2,"tid":5,"cat":"java","name":"a.A.two"}]""");

        assertThat(exported.text()
                        .lines()
                        .filter(line -> line.contains("thread_name") && line.contains("stalls of the JVM")))
                .extracting(line -> line.replaceAll(".*\"pid\":(\\d+),\"tid\":(\\d+),.*", "$1 $2"))
                .containsExactly("1 0", "2 0");
        assertThat(exported.text().lines().filter(line -> line.contains("stallNanos")))
                .hasSize(3)
                .allMatch(line -> line.contains("\"name\":\"stall\""));
    }

    @Test
    void chromeX_drawsPassesAsFlowsFromCallToCall() throws IOException {
        Exported exported = Exported.of("chrome-x", passes());

        assertThat(exported.text())
                .contains(
                        "{\"ph\":\"s\",\"ts\":10.000,\"pid\":1,\"tid\":1,\"cat\":\"java\",\"name\":\"pass\",\"id\":\"0x1\"}")
                .contains(
                        "{\"ph\":\"f\",\"ts\":30.000,\"pid\":1,\"tid\":2,\"cat\":\"java\",\"name\":\"pass\",\"id\":\"0x1\","
                                + "\"bp\":\"e\"}")
                .contains(
                        "{\"ph\":\"s\",\"ts\":10.000,\"pid\":1,\"tid\":1,\"cat\":\"java\",\"name\":\"pass\",\"id\":\"0x2\"}")
                .contains("{\"ph\":\"f\",\"ts\":50.000,");
        assertThat(exported.report().count(ExportLoss.HALF_ARROW)).isEqualTo(1);
    }

    /** A callback that is passed once and runs twice, and one that never runs. */
    private static String passes() {
        return TraceText.json("""
                X 1 10 a.A.submit "dur":5,"cat":"java"
                X 1 10 a.A.submit[0] "dur":0,"cat":"java","bind_id":"0x7","flow_out":true,"args":{"pass":true}
                X 1 12 a.A.submit[1] "dur":0,"cat":"java","bind_id":"0x8","flow_out":true,"args":{"pass":true}
                X 2 30 a.A.submit[0] "dur":5,"cat":"java","bind_id":"0x7","flow_in":true,"args":{"callback":true}
                X 2 50 a.A.submit[0] "dur":5,"cat":"java","bind_id":"0x7","flow_in":true,"args":{"callback":true}""");
    }

    @Test
    void tracksOfOneThread_getNumbersOfTheirOwn() throws IOException {
        Exported exported = Exported.of("chrome-x", TraceText.json("""
                b first 10 a
                b second 12 b
                e first 20 a
                e second 30 b"""));

        assertThat(exported.text())
                .contains("\"tid\":1,\"cat\":\"java\",\"name\":\"a\"")
                .contains("\"tid\":2,\"cat\":\"java\",\"name\":\"b\"");
        assertThat(exported.imported())
                .extracting(CallRow::depth, CallRow::name)
                .containsExactly(tuple(0, "a"), tuple(0, "b"));
    }

    @Test
    void timesSince1970_areShiftedSoThatNanosecondsSurvive() throws IOException {
        String json = "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"a\",\"ts\":1790000000000000.123,\"dur\":5.2}]";

        Exported exported = Exported.of("chrome-x", json);

        assertThat(exported.report().shiftNanos()).isEqualTo(1_790_000_000_000_000_123L);
        assertThat(exported.text()).contains("\"ts\":0.000,\"dur\":5.200");
    }

    @ParameterizedTest
    @CsvSource({
        "chrome, 4",
        "chrome-x, 4",
        "perfetto, 4",
        "firefox, 4",
        "speedscope, 4",
        "devtools, 4",
        "collapsed, 4",
        "csv, 9"
    })
    void depth_isLimitedWhereViewersNeedIt(String format, long written) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i < 10; i++) {
            lines.append("B 1 ").append(i).append(" call\n");
        }

        Exported exported = Exported.of(format, TraceText.json(lines + "i 1 20 end"), new TraceLimits(1 << 20, 5, 0));

        assertThat(exported.report().calls()).isEqualTo(written);
        assertThat(exported.report().count(ExportLoss.TOO_DEEP)).isEqualTo(9 - written);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shortCalls_areDroppedWithAllWithinThemAndCounted(String format) throws IOException {
        Exported exported = Exported.of(format, TraceText.json("""
                X 1 10 long "dur":10
                X 1 11 short "dur":2
                X 1 12 within "dur":1
                X 1 14 justLongEnough "dur":3"""), new TraceLimits(1 << 20, 500, 3000));

        assertThat(exported.report().calls()).isEqualTo(2);
        assertThat(exported.report().count(ExportLoss.TOO_SHORT)).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("names")
    void deepTrace_needsNoStack(String format) throws IOException {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 100_000; i++) {
            json.append("{\"ph\":\"B\",\"pid\":1,\"tid\":1,\"name\":\"a\",\"ts\":")
                    .append(i)
                    .append("},\n");
        }

        Exported exported = Exported.of(format, json + "]");

        assertThat(exported.report().calls()).isPositive();
    }

    private static List<String> names(Exported exported, String phase) {
        Matcher matcher = Pattern.compile("\"ph\":\"" + phase + "\".*\"name\":\"([^\"]*)\"")
                .matcher(exported.text());
        return matcher.results().map(match -> match.group(1)).toList();
    }

    @Test
    void speedscope_opensTheBusiestThreadFirst() throws IOException {
        Exported exported = Exported.of("speedscope", TraceText.json("""
                X 1 10 a "dur":5
                X 2 10 b "dur":5
                X 2 20 b "dur":5"""));

        SpeedscopeFile file = new SpeedscopeFile(exported.file());
        assertThat(file.root).containsEntry("activeProfileIndex", BigDecimal.ONE);
    }

    @Test
    void speedscope_startsWithTheFirstCallNotWithTheBrowsersTrace() throws IOException {
        Exported exported = Exported.of("speedscope", TraceText.json("""
                X 1 10 early "dur":5
                I 1 20 TracingStartedInBrowser "cat":"disabled-by-default-devtools.timeline"
                X 1 30 late "dur":5"""));

        assertThat(exported.text()).contains("\"startValue\":10.000,\"endValue\":35.000");
    }

    @Test
    void speedscope_cutsCallsThatOverlapInChains() throws IOException {
        Exported exported = Exported.of("speedscope", TraceText.json("""
                X 1 0 a "dur":10
                X 1 2 b "dur":20
                X 1 4 c "dur":3
                X 1 6 d "dur":30
                X 1 12 e "dur":1"""));

        assertThat(new SpeedscopeFile(exported.file()).rows)
                .extracting(CallRow::name, CallRow::depth, CallRow::start, CallRow::end)
                .containsExactly(
                        tuple("a", 0, 0L, 10_000L),
                        tuple("b", 1, 2_000L, 10_000L),
                        tuple("c", 2, 4_000L, 7_000L),
                        tuple("d", 3, 6_000L, 7_000L),
                        tuple("e", 0, 12_000L, 13_000L));
        assertThat(exported.report().count(ExportLoss.CUT)).isEqualTo(2);
    }

    @Test
    void speedscope_hasOneFrameForANameWhateverItsArguments() throws IOException {
        Exported exported = Exported.of("speedscope", TraceText.json("""
                X 1 10 a "dur":5,"args":{"n":1}
                X 1 20 a "dur":5,"args":{"n":2}"""));

        assertThat(exported.text()).contains("\"frames\":[\n{\"name\":\"a\"}]");
    }

    @Test
    void collapsed_addsUpSelfTimesOfEachStack() throws IOException {
        Exported exported = Exported.of("collapsed", TraceText.json("""
                M 5 0 thread_name "args":{"name":"main"}
                B 5 0 outer
                B 5 10 inner
                E 5 30 -
                B 5 40 inner
                E 5 45 -
                E 5 100 -
                X 5 200 inner "dur":7"""));

        assertThat(exported.text()).isEqualTo("""
                [main tid=5];outer 75
                [main tid=5];outer;inner 25
                [main tid=5];inner 7
                """);
    }

    @Test
    void collapsed_keepsTheTimeOfDeeperCallsWithTheirCallers() throws IOException {
        Exported exported = Exported.of("collapsed", TraceText.json("""
                X 1 0 a "dur":100
                X 1 10 b "dur":50
                X 1 20 c "dur":30"""), new TraceLimits(1 << 20, 3, 0));

        assertThat(exported.text()).isEqualTo("[thread-1 tid=1];a 50\n[thread-1 tid=1];a;b 50\n");
    }

    @Test
    void collapsed_escapesWhatItsReadersWouldSplitAt() throws IOException {
        Exported exported = Exported.of("collapsed", """
                [{"ph":"X","pid":1,"tid":1,"name":"a;b\\nc","ts":0,"dur":5},{"ph":"X","pid":1,"tid":2,"ts":0,"dur":5}]
                """);

        assertThat(exported.text()).isEqualTo("[thread-1 tid=1];a\\u003bb\\u000ac 5\n[thread-2 tid=2];(unnamed) 5\n");
    }

    @Test
    void csv_hasARowForEachCall() throws IOException {
        Exported exported = Exported.of("csv", SMALL);

        assertThat(exported.text().split("\r\n", -1))
                .containsExactly(
                        "pid,tid,thread,depth,start_ns,duration_ns,self_ns,name,threw,unfinished,args",
                        "1,5,main,0,10000,20000,12499,a.A.outer,1,0,",
                        "1,5,main,1,12500,7501,7501,a.A.inner,0,0,",
                        "1,5,main,0,40000,0,0,a.A.last,0,1,",
                        "");
    }

    @Test
    void csv_keepsTimesBeforeZero() throws IOException {
        Exported exported = Exported.of("csv", TraceText.json("X 1 -85.5 a \"dur\":5"));

        assertThat(exported.text()).contains(",0,-85500,5000,5000,a,");
        assertThat(exported.report().shiftNanos()).isZero();
    }

    @Test
    void perfetto_hasFlowsCountersAndInstants() throws IOException {
        Exported exported = Exported.of("perfetto", TraceText.json("""
                M 1 0 process_name "args":{"name":"app"}
                X 1 10 call "dur":5
                i 1 11 mark "args":{"text":"x","n":3,"d":1.5,"on":true}
                i 9 12 elsewhere
                C 1 13 heap "args":{"used":7}
                C 1 13 pool "id":"p","args":{"busy":1,"idle":2.5}
                s 1 10 go "id":1,"cat":"f"
                f 1 14 go "id":1,"cat":"f\""""));

        PerfettoFile file = new PerfettoFile(exported.file());
        assertThat(file.points)
                .containsExactly(
                        "thread-1 10000 go {}",
                        "thread-1 11000 mark {d=1.5, n=3, on=true, text=x}",
                        "process 1 app 12000 elsewhere {}",
                        "heap 13000 = 7.0",
                        "pool[p].busy 13000 = 1.0",
                        "pool[p].idle 13000 = 2.5",
                        "thread-1 14000 go {}");
        assertThat(file.flows.values()).containsExactly(List.of("go", "go"));
        assertThat(file.ranks).containsExactly(Map.entry("thread-1", 0));
    }

    @Test
    void devTools_hasTheEventsThatItNeeds() throws IOException {
        Exported exported = Exported.of("devtools", SMALL);

        List<String> lines = exported.text().lines().collect(Collectors.toCollection(ArrayList::new));
        assertThat(lines.get(1))
                .startsWith("{\"ph\":\"I\",\"ts\":10.000,")
                .contains("\"name\":\"TracingStartedInBrowser\"", "\"frames\":[{");
        assertThat(lines.get(lines.size() - 2)).startsWith("{\"ph\":\"I\",\"ts\":40.000,");
        assertThat(exported.text())
                .contains("{\"ph\":\"b\",\"ts\":12.500,\"pid\":1,\"tid\":5,\"cat\":\"blink.user_timing\","
                        + "\"id2\":{\"local\":\"0x1\"},\"name\":\"a.A.inner\",\"args\":{\"detail\":"
                        + "\"{\\\"devtools\\\":{\\\"dataType\\\":\\\"track-entry\\\",\\\"track\\\":\\\"main\\\"}}\"}}")
                .contains("{\"ph\":\"e\",\"ts\":20.001,\"pid\":1,\"tid\":5,\"cat\":\"blink.user_timing\","
                        + "\"id2\":{\"local\":\"0x1\"},\"name\":\"a.A.inner\",\"args\":{}}");
    }

    @Test
    void devTools_groupsThreadsByProcessWhereThereAreSeveralAndTellsEqualNamesApart() throws IOException {
        String one = TraceText.json("""
                M 1 0 thread_name "args":{"name":"worker"}
                M 2 0 thread_name "args":{"name":"worker"}
                M 3 0 thread_name "args":{"name":"main"}
                X 1 10 call "dur":5
                X 2 10 call "dur":5
                X 3 10 call "dur":5""");
        String several = TraceText.json("""
                M 7:0 0 process_name "args":{"name":"Shop"}
                X 7:1 10 call "dur":5
                X 8:2 10 call "dur":5""");

        assertThat(Exported.of("devtools", one).text().replace("\\", ""))
                .contains("\"track\":\"worker (1)\"}", "\"track\":\"worker (2)\"}", "\"track\":\"main\"}")
                .doesNotContain("trackGroup");
        assertThat(Exported.of("devtools", several).text().replace("\\", ""))
                .contains("\"trackGroup\":\"Shop\"", "\"trackGroup\":\"process 8\"");
    }

    @Test
    void devTools_tellsProcessesOfOneNameApart() throws IOException {
        Exported exported = Exported.of("devtools", TraceText.json("""
                M 7:0 0 process_name "args":{"name":"Shop"}
                M 8:0 0 process_name "args":{"name":"Shop"}
                X 7:1 10 call "dur":5
                X 8:1 10 call "dur":5"""));

        assertThat(exported.text().replace("\\", ""))
                .contains("\"trackGroup\":\"Shop (7)\"", "\"trackGroup\":\"Shop (8)\"");
    }

    @Test
    void devTools_takesTheLongestCallsAndCountsTheRest() throws IOException {
        StringBuilder json = new StringBuilder("[");
        int calls = DevToolsExporter.MOST_CALLS + 10;
        for (int i = 0; i < calls; i++) {
            int dur = i < 5 ? 1 : 3;
            json.append(
                    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"a\",\"ts\":" + i * 4 + ",\"dur\":" + dur + "},\n");
        }

        Exported exported = Exported.of("devtools", json + "]");

        assertThat(exported.report().calls()).isEqualTo(DevToolsExporter.MOST_CALLS);
        assertThat(exported.report().count(ExportLoss.TOO_MANY)).isEqualTo(10);
        assertThat(exported.text()).doesNotContain("\"ts\":17.000").contains("\"ts\":21.000");
    }

    @Test
    void chrome_keepsWhatTheTracerNoted() throws IOException {
        String json = TraceText.json("""
                M 0 0 process_name "args":{"name":"Main"}
                i 0 0 recording "cat":"jtracer","s":"p","args":{"version":"0.1.0"}
                i 0 0 settings "cat":"jtracer","s":"p","args":{"include":"a"}
                b 0x1 10 a
                e 0x1 20 a
                i 0 30 recording~end "cat":"jtracer","s":"p","args":{"lostEvents":4}""").replace('~', ' ');

        Exported exported = Exported.of("chrome", json);

        assertThat(exported.text())
                .containsOnlyOnce("\"name\":\"Main\"")
                .containsOnlyOnce("\"name\":\"recording\",\"args\":{\"version\":\"0.1.0\"}")
                .containsOnlyOnce("\"name\":\"settings\"")
                .containsOnlyOnce("\"name\":\"recording end\",\"args\":{\"lostEvents\":4,");
    }

    @Test
    void chrome_keepsInstantsAmongTheCallsOfTheirRow() throws IOException {
        String json = TraceText.json("""
                b 0x9 10 a
                n 0x9 12 thrown
                e 0x9 20 a
                i 1 30 mark
                C 1 40 heap "args":{"used":7}""");

        Exported exported = Exported.of("chrome", json);

        assertThat(exported.text())
                .contains("{\"ph\":\"n\",\"ts\":12.000,\"pid\":1,\"tid\":1,\"cat\":\"java\",\"name\":\"thrown\","
                        + "\"s\":\"t\",\"id2\":{\"local\":\"0x1\"}}")
                .contains("{\"ph\":\"i\",\"ts\":30.000,\"pid\":1,\"tid\":1,\"cat\":\"\",\"name\":\"mark\",\"s\":\"t\"}")
                .contains("{\"ph\":\"C\",\"ts\":40.000,", "\"args\":{\"used\":7}}");
    }

    @Test
    void chrome_writesPassesAndRunsWithTheirNumbers() throws IOException {
        Exported exported = Exported.of("chrome", forwarded());

        assertThat(exported.text().lines().filter(line -> line.contains("bind_id")))
                .containsExactly(
                        "{\"ph\":\"b\",\"ts\":12.000,\"pid\":1,\"tid\":1,\"cat\":\"java\",\"id2\":{\"local\":\"0x1\"},"
                                + "\"name\":\"a.A.submit[0]\",\"bind_id\":\"0x7\",\"flow_out\":true,"
                                + "\"args\":{\"pass\":true}},",
                        "{\"ph\":\"b\",\"ts\":13.000,\"pid\":1,\"tid\":1,\"cat\":\"java\",\"id2\":{\"local\":\"0x1\"},"
                                + "\"name\":\"a.A.execute[0]\",\"bind_id\":\"0x8\",\"flow_out\":true,"
                                + "\"args\":{\"pass\":true,\"forward\":\"0x7\"}},",
                        "{\"ph\":\"b\",\"ts\":30.000,\"pid\":1,\"tid\":2,\"cat\":\"java\",\"id2\":{\"local\":\"0x2\"},"
                                + "\"name\":\"a.A.submit[0]\",\"bind_id\":\"0x7\",\"flow_in\":true,"
                                + "\"args\":{\"callback\":true}},",
                        "{\"ph\":\"b\",\"ts\":50.000,\"pid\":1,\"tid\":2,\"cat\":\"java\",\"id2\":{\"local\":\"0x2\"},"
                                + "\"name\":\"a.A.submit[0]\",\"bind_id\":\"0x8\","
                                + "\"args\":{\"callback\":true,\"ambiguous\":true}},");
        assertThat(List.of(
                        exported.report().calls(),
                        exported.report().passes(),
                        exported.report().runs()))
                .containsExactly(1L, 2L, 3L);
        assertThat(exported.report().losses()).isEmpty();
    }

    @Test
    void ambiguousRun_hasNoArrow() throws IOException {
        Exported complete = Exported.of("chrome-x", forwarded());
        PerfettoFile perfetto =
                new PerfettoFile(Exported.of("perfetto", forwarded()).file());

        // The run from 30 on is certain, the one from 50 on may be of another pass.
        assertThat(complete.text())
                .contains("{\"ph\":\"f\",\"ts\":30.000,")
                .doesNotContain("{\"ph\":\"f\",\"ts\":50.000,");
        assertThat(complete.text().lines().filter(line -> line.startsWith("{\"ph\":\"s\"")))
                .hasSize(1);
        assertThat(perfetto.flows.values()).containsExactly(List.of("a.A.submit[0]", "a.A.submit[0]"));
    }

    /** A callback that is passed and forwarded, runs from each pass, and once from nowhere. */
    private static String forwarded() {
        return """
                [
                {"ph":"b","ts":10,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.submit"},
                {"ph":"b","ts":12,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.submit[0]","bind_id":"0x7",
                "flow_out":true,"args":{"pass":true}},
                {"ph":"e","ts":12,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.submit[0]"},
                {"ph":"b","ts":13,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.execute[0]","bind_id":"0x8",
                "flow_out":true,"args":{"pass":true,"forward":"0x7"}},
                {"ph":"e","ts":13,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.execute[0]"},
                {"ph":"e","ts":20,"pid":1,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.A.submit"},
                {"ph":"b","ts":30,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"a.A.submit[0]","bind_id":"0x7",
                "flow_in":true,"args":{"callback":true}},
                {"ph":"e","ts":35,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"a.A.submit[0]"},
                {"ph":"b","ts":50,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"a.A.submit[0]","bind_id":"0x8",
                "flow_in":true,"args":{"callback":true,"ambiguous":true}},
                {"ph":"e","ts":55,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"a.A.submit[0]"},
                {"ph":"b","ts":60,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"a.A.submit[0]",
                "args":{"callback":true}},
                {"ph":"e","ts":65,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"a.A.submit[0]"}]""";
    }

    @Test
    void chrome_writesPassesOfCompleteEventsToo() throws IOException {
        Exported exported = Exported.of("chrome", passes());

        assertThat(exported.text().lines().filter(line -> line.contains("\"bind_id\":\"0x7\"")))
                .hasSize(3);
        assertThat(List.of(
                        exported.report().calls(),
                        exported.report().passes(),
                        exported.report().runs()))
                .containsExactly(1L, 2L, 2L);
        assertThat(exported.report().losses()).isEmpty();
    }

    @Test
    void chrome_keepsArrowsThatAreNoPasses() throws IOException {
        String json = TraceText.json("""
                X 1 10 from "dur":5,"bind_id":"0x7","flow_out":true
                X 2 30 to "dur":5,"bind_id":"0x7","flow_in":true
                X 2 31 numberless "dur":0,"args":{"pass":true}""");

        Exported exported = Exported.of("chrome", json);

        assertThat(exported.text().lines())
                .anyMatch(line -> line.contains("\"name\":\"from\",\"bind_id\":\"0x7\",\"flow_out\":true}"))
                .anyMatch(line -> line.contains("\"name\":\"to\",\"bind_id\":\"0x7\",\"flow_in\":true}"));
        assertThat(exported.report().losses()).containsOnly(Map.entry(ExportLoss.HALF_ARROW, 1L));
        assertThat(exported.report().calls()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chrome-x", "perfetto", "firefox", "speedscope", "collapsed", "devtools", "csv"})
    void eventsThatOnlyChromeKeeps_areCounted(String format) throws IOException {
        Exported exported = Exported.of(format, TraceText.json("""
                X 1 10 call "dur":5
                P 1 11 sample
                O 1 12 pool "id":"0x1","args":{"snapshot":{}}"""));

        boolean samples = format.equals("speedscope");
        assertThat(exported.report().count(ExportLoss.OTHER_KIND)).isEqualTo(1);
        assertThat(exported.report().count(ExportLoss.SAMPLES)).isEqualTo(samples ? 0 : 1);
        assertThat(exported.report().samples()).isEqualTo(samples ? 1 : 0);
    }

    @Test
    void collapsed_hasTheSamplesOfATraceWithoutCalls() throws IOException {
        String json = TraceText.json("""
                P 7 4 cycles "stack":["main","read"]
                P 7 5 cycles "stack":["main","read"]
                P 7 6 cycles "stack":["main"]
                P 8 7 cycles "stack":["main"]""");

        Exported exported = Exported.of("collapsed", json);

        assertThat(exported.text().lines())
                .containsExactly("[thread-7 tid=7];main 1", "[thread-7 tid=7];main;read 2", "[thread-8 tid=8];main 1");
        assertThat(exported.report().losses()).isEmpty();
        assertThat(exported.report().samples()).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("names")
    void passes_areNeverTooShort(String format) throws IOException {
        Exported exported = Exported.of(format, passes(), new TraceLimits(1 << 20, 500, 5000));

        ExportReport report = exported.report();
        assertThat(report.calls() + report.passes() + report.runs()).isEqualTo(5);
    }

    @Test
    void perfetto_countsArrowsToCallsThatWereDropped() throws IOException {
        Exported exported = Exported.of("perfetto", TraceText.json("""
                X 1 10 from "dur":5,"bind_id":"0x7","flow_out":true
                X 2 30 to "dur":1,"bind_id":"0x7","flow_in":true"""), new TraceLimits(1 << 20, 500, 5000));

        assertThat(exported.report().count(ExportLoss.HALF_ARROW)).isEqualTo(1);
    }

    @Test
    void argumentNamedLikeAFlag_isKept() throws IOException {
        Exported exported = Exported.of("chrome-x", TraceText.json("""
                X 1 10 a "dur":5,"args":{"callback":"name","threw":true}"""));

        assertThat(exported.text()).contains("\"args\":{\"callback\":\"name\",\"threw\":true}");
    }

    @Test
    void chromeStream_makesOneCallOfItsPiecesInTwoSegments() throws IOException {
        String json = TraceText.json("""
                b 0x1 10 a
                b 0x1 12 b
                e 0x1 20 b "args":{"cont":true}
                e 0x1 20 a "args":{"cont":true}
                b 0x1 20 a "args":{"cont":true}
                b 0x1 20 b "args":{"cont":true}
                e 0x1 30 b
                e 0x1 40 a""");

        assertThat(Exported.of("chrome", json).imported())
                .extracting(CallRow::name, CallRow::start, CallRow::end, CallRow::unfinished)
                .containsExactly(tuple("a", 10_000L, 40_000L, false), tuple("b", 12_000L, 30_000L, false));
    }

    @Test
    void chrome_keepsArgumentsAtBothEndsOfACall() throws IOException {
        String json = TraceText.json("""
                b 0x1 1 a.A.ask "args":{"arguments":"count=2"}
                b 0x1 2 bound "bind_id":"0x7","flow_out":true,"args":{"size":3}
                e 0x1 4 bound "args":{"threw":true,"exception":"java.io.IOException"}
                e 0x1 9 a.A.ask "args":{"status":500,"trace_id":"4bf9","data":{"list":[1,null]}}
                X 2 20 complete "dur":5,"args":{"sql":"select","rows":7}
                """);

        Exported exported = Exported.of("chrome", json);

        assertThat(exported.text())
                .contains("\"name\":\"a.A.ask\",\"args\":{\"arguments\":\"count=2\"}}")
                .contains("\"name\":\"bound\",\"bind_id\":\"0x7\",\"flow_out\":true,\"args\":{\"size\":3}}")
                .contains("\"name\":\"bound\",\"args\":{\"threw\":true,\"exception\":\"java.io.IOException\"}}")
                .contains("\"args\":{\"status\":500,\"trace_id\":\"4bf9\",\"data\":{\"list\":[1,null]}}}")
                .contains("\"name\":\"complete\",\"args\":{\"sql\":\"select\"}}")
                .contains("\"name\":\"complete\",\"args\":{\"rows\":7}}");
        assertThat(Exported.of("chrome", exported.text()).text()).isEqualTo(exported.text());
    }

    /** A call with them would be read as the row of a thread, or as a request. */
    @Test
    void chrome_givesOtherToolsArgumentsNoMeaningOfItsOwn() throws IOException {
        String json = TraceText.json("""
                X 2 20 complete "dur":5,"args":{"thread":"worker-3","kind":"request"}
                b 0x1 40 async "cat":"other","args":{"threadEnd":true,"kind":"io"}
                e 0x1 50 async "cat":"other"
                """);

        Exported exported = Exported.of("chrome", json);

        assertThat(exported.text())
                .contains("{\"thread_\":\"worker-3\",\"kind_\":\"request\"}")
                .contains("{\"threadEnd_\":true,\"kind\":\"io\"}");
        Exported again = Exported.of("chrome", exported.text());
        assertThat(again.text()).isEqualTo(exported.text());
        assertThat(again.report().calls()).isEqualTo(2);
    }

    @Test
    void chrome_countsWhatDoesNotPair() throws IOException {
        String json = TraceText.json("""
                e 0x1 5 lost
                b 0x1 10 outer
                b 0x1 20 inner
                b 0x1 15 early
                e 0x1 30 outer
                b 0x1 40 open
                """);

        ExportReport chrome = Exported.of("chrome", json).report();

        assertThat(chrome.pairing().byProblem())
                .containsExactlyInAnyOrderEntriesOf(
                        Exported.of("perfetto", json).report().pairing().byProblem())
                .containsEntry(PairingProblem.UNMATCHED_END, 1L)
                .containsEntry(PairingProblem.UNMATCHED_BEGIN, 3L)
                .containsEntry(PairingProblem.OUT_OF_ORDER, 1L);
    }

    @Test
    void chrome_keepsTheNameOfAProcessThatComesLate() throws IOException {
        Exported exported = Exported.of("chrome", TraceText.json("""
                X 1 1 a "dur":1
                M 0 0 process_name "args":{"name":"app"}
                M 0 0 process_labels "args":{"labels":"blue"}
                M 0 0 process_name "args":{"name":"app"}"""));

        assertThat(exported.text())
                .containsOnlyOnce("\"args\":{\"name\":\"app\"}")
                .containsOnlyOnce("\"args\":{\"labels\":\"blue\"}");
    }

    @Test
    void chrome_countsSamplesWhoseStacksItCannotWrite() throws IOException {
        String json = "{\"traceEvents\":["
                + "{\"ph\":\"P\",\"ts\":1,\"pid\":1,\"tid\":1,\"name\":\"cycles\",\"sf\":2},"
                + "{\"ph\":\"i\",\"ts\":2,\"pid\":1,\"tid\":1,\"name\":\"wait\",\"sf\":2}],"
                + "\"stackFrames\":{\"2\":{\"name\":\"main\"}}}";

        Exported exported = Exported.of("chrome", json);

        assertThat(exported.report().count(ExportLoss.SAMPLES)).isEqualTo(1);
        assertThat(exported.text()).contains("\"wait\"").doesNotContain("\"sf\"", "cycles");
    }

    @Test
    void chrome_keepsReadingsWhereTimesAreShifted() throws IOException {
        Exported exported = Exported.of("chrome", TraceText.json("""
                b 0x1 1700000000000000 a
                M 0 1700000000000001 cpu "cat":"jtracer.reading","args":{"tid":1,"cpuNanos":7}
                e 0x1 1700000000000002 a"""));

        assertThat(exported.text())
                .contains(
                        "{\"ph\":\"M\",\"ts\":1.000,\"pid\":1,\"tid\":0,\"cat\":\"jtracer.reading\",\"name\":\"cpu\",");
    }

    @Test
    void eventsOfAThread_haveTheNumberOfItsRow() throws IOException {
        String json = TraceText.json("""
                b other 1 async
                e other 2 async
                X 1 10 outer "dur":50
                s 1 11 flow "id":7
                i 1 12 mark "s":"t"
                X text 20 finish "dur":9
                f text 21 flow "id":7,"bp":"e"
                X 5000000000 30 far "dur":9
                i 5000000000 31 farMark "s":"t"
                """).replace("\"tid\":text", "\"tid\":\"main\"");
        Exported exported = Exported.of("chrome-x", json);

        Map<String, String> numbers = new HashMap<>();
        Pattern row = Pattern.compile("\"ph\":\"([XsfI])\".*\"tid\":(-?\\d+).*\"name\":\"(\\w+)\"");
        exported.text()
                .lines()
                .map(row::matcher)
                .filter(Matcher::find)
                .forEach(event -> numbers.put(event.group(1) + " " + event.group(3), event.group(2)));
        assertThat(numbers)
                .containsEntry("X outer", "1")
                .containsEntry("s flow", "1")
                .containsEntry("I mark", "1")
                .containsEntry("f flow", numbers.get("X finish"))
                .containsEntry("I farMark", numbers.get("X far"));
        assertThat(List.of(numbers.get("X async"), numbers.get("X finish"), numbers.get("X far")))
                .doesNotHaveDuplicates()
                .doesNotContain("1")
                .allMatch(number -> Long.parseLong(number) > 0);
    }

    @Test
    void passesOfTwoProcesses_haveArrowsOfTheirOwn() throws IOException {
        String json = TraceText.json("""
                X 1:1 10 one[0] "dur":0,"cat":"java","bind_id":"0x7","flow_out":true,"args":{"pass":true}
                X 1:2 20 one[0] "dur":5,"cat":"java","bind_id":"0x7","flow_in":true,"args":{"callback":true}
                X 2:1 30 two[0] "dur":0,"cat":"java","bind_id":"0x7","flow_out":true,"args":{"pass":true}
                X 2:2 40 two[0] "dur":5,"cat":"java","bind_id":"0x7","flow_in":true,"args":{"callback":true}
                """);

        Exported exported = Exported.of("chrome-x", json);

        assertThat(exported.report().losses()).isEmpty();
        assertThat(exported.text().lines().filter(line -> line.matches(".*\"ph\":\"[sf]\".*")))
                .extracting(line -> line.replaceAll(".*\"ph\":\"(.)\",\"ts\":(\\d+).*\"pid\":(\\d).*", "$1 $2 $3"))
                .containsExactly("s 10 1", "f 20 1", "s 30 2", "f 40 2");
    }

    @Test
    void numbersOfChains_areNoneOfPassesOfMergedRecordings() throws IOException {
        String passOfSecondRecording = "0x1000000000000";
        Exported exported = Exported.of("chrome", TraceText.json("""
                B 1 1 from
                s 1 2 flow "id":"7"
                E 1 3 from
                B 2 4 to
                f 2 5 flow "id":"7","bp":"e"
                E 2 6 to"""));

        assertThat(exported.text()).contains("\"bind_id\":\"0x4").doesNotContain(passOfSecondRecording);
    }
}
