// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.RetainedEvents;
import dev.jtracer.engine.report.html.ReportPage;
import dev.jtracer.engine.text.Styles;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.TimeCut;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tables that a report has of events that are no calls, with content alone. */
class ReportSectionsTest {
    private static final ReportLimits LIMITS = new ReportLimits(20, 1000);

    private static ChromeTraceReader trace(String lines) {
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        return new ChromeTraceReader("sections.json", new ByteArrayInputStream(json));
    }

    private static TraceReport report(String lines) throws IOException {
        return TraceReport.read(trace(lines), LIMITS);
    }

    private static String text(String lines) throws IOException {
        StringBuilder text = new StringBuilder();
        new ReportText.SectionText(report(lines), 20, Styles.PLAIN).append(text);
        return text.toString();
    }

    @Test
    void traceOfCalls_hasNoSection() throws IOException {
        assertThat(report("""
                        b 0x1 10 call
                        e 0x1 20 call
                        """).sections()).isEmpty();
    }

    @Test
    void tests_haveTheirCallsMethodsAndStatements() throws IOException {
        String trace = """
                b 0x1 0 a.Runner.all
                b 0x1 10 test~a.OrderTest.lists
                b 0x1 10 a.OrderTest.lists
                b 0x1 10 a.Store.find
                b 0x1 10 SQL~select
                e 0x1 20 SQL~select
                e 0x1 20 a.Store.find
                b 0x1 20 a.Store.find
                b 0x1 20 SQL~select
                e 0x1 30 SQL~select
                e 0x1 30 a.Store.find
                e 0x1 30 a.OrderTest.lists
                e 0x1 30 test~a.OrderTest.lists
                b 0x1 40 test~a.OrderTest.none
                e 0x1 41 test~a.OrderTest.none
                e 0x1 50 a.Runner.all
                """;
        StringBuilder text = new StringBuilder();
        new ReportText.SectionText(withBlanks(trace), 20, Styles.PLAIN).append(text);

        assertThat(text.toString().replaceAll(" +", " ")).contains("""
                Tests, on their thread, the longest first:
                 took calls methods statements test
                 20.0 us 5 2 2 test a.OrderTest.lists
                 1.00 us 0 0 0 test a.OrderTest.none
                """).doesNotContain("not known");
        byte[] roots = TraceText.json(trace.replaceAll(".*Runner.*\n", ""))
                .replace('~', ' ')
                .getBytes(StandardCharsets.UTF_8);
        ChromeTraceReader reader = new ChromeTraceReader("roots.json", new ByteArrayInputStream(roots));
        assertThat(TraceReport.read(reader, new ReportLimits(20, 4))
                        .sections()
                        .get(0)
                        .notes())
                .isEqualTo(Map.of("root calls that may be tests", 1L));
    }

    @Test
    void timesBeforeTheStartOfTracing_areNegative() throws IOException {
        TraceReport report = report("""
                b 0x1 10 call
                I 1 20 TracingStartedInBrowser "cat":"disabled-by-default-devtools.timeline"
                e 0x1 30 call
                """);

        assertThat(report.offset(10_000)).isEqualTo("-10.0 us");
        assertThat(report.offset(20_000)).isEqualTo("+0 ns");
        assertThat(report.offset(30_000)).isEqualTo("+10.0 us");
    }

    @Test
    void waitsForABuffer_areShownAsAPartOfTheTracedTime() throws IOException {
        String trace = """
                i 1 0 recording "cat":"jtracer","args":{}
                b 0x1 0 call
                e 0x1 1000 call
                i 1 2000 recording~end "cat":"jtracer","args":{"waits":2,"waitedNanos":NANOS}
                """;

        assertThat(waits(trace, "250000"))
                .contains("2 waits for a buffer, 250 us in all (at most 25.0 % of the traced time)");
        assertThat(waits(trace, "4000000")).contains("(at most 100.0 % of the traced time)");
        assertThat(waits(
                        "i 1 0 recording \"cat\":\"jtracer\",\"args\":{}\n"
                                + trace.lines().toList().get(3),
                        "250000"))
                .contains("2 waits for a buffer, 250 us in all")
                .doesNotContain("traced time");
    }

    @Test
    void figuresOfTheWholeRecording_areNoPartsOfACutsTime() throws IOException {
        String trace = """
                i 1 0 recording "cat":"jtracer","args":{}
                b 0x1 0 call
                e 0x1 1000 call
                b 0x1 5000 call
                e 0x1 6000 call
                i 1 9000 recording~end "cat":"jtracer","args":{"waits":2,"waitedNanos":250000,\
                "overheadPicosPerTiming":30000,"records":4}
                """;

        String whole = notes(trace);
        TimeCut cut = new TimeCut(source(trace), new CutWindow(4_000_000, 7_000_000));
        TraceReport ofCut = TraceReport.read(cut, LIMITS);
        String part = String.join("\n", ofCut.notes());

        assertThat(whole)
                .contains(
                        "250 us in all (at most 12.5 % of the traced time); a timing cost 30 ns, all of them 120 ns (")
                .doesNotContain("whole recording");
        assertThat(part)
                .contains("in the whole recording: no record lost, 2 waits for a buffer, 250 us in all; a timing cost")
                .doesNotContain("traced time");
        assertThat(ReportJson.of(ofCut)).contains("\"cut\":true");
        assertThat(ReportJson.of(withBlanks(trace))).doesNotContain("\"cut\"");
    }

    private static final String COSTS = """
            i 1 0 recording "cat":"jtracer","args":{}
            i 1 3 recording~end "cat":"jtracer","args":{"startNanos":80000000,"weavingNanos":4000000,"classesWoven":4,"tracerCpuNanos":6000000,"compilerCpuNanos":9000000}
            i 2:1 4 recording "cat":"jtracer","args":{}
            i 2:1 5 recording~end "cat":"jtracer","args":{"startNanos":100000000,"weavingNanos":1000000,"classesWoven":1,"tracerCpuNanos":1000000}
            """;

    @Test
    void costsOfTracing_areStatedByTheirParts() throws IOException {
        assertThat(notes(COSTS))
                .contains(
                        "; start 180 ms, weaving 5.00 ms (5 classes), own threads 7.00 ms CPU, waits 0 ns; JIT 9.00 ms CPU");
        assertThat(ReportJson.of(withBlanks(COSTS)))
                .contains("\"startNanos\":180000000,\"weavingNanos\":5000000,\"classesWoven\":5,"
                        + "\"tracerCpuNanos\":7000000,\"compilerCpuNanos\":9000000,");
        assertThat(notes(COSTS.replaceAll("(start|weaving|tracerCpu)Nanos", "none")))
                .doesNotContain("; start ");
    }

    private static String waits(String trace, String nanos) throws IOException {
        return notes(trace.replace("NANOS", nanos));
    }

    private static String notes(String trace) throws IOException {
        return String.join("\n", withBlanks(trace).notes());
    }

    private static TraceReport withBlanks(String trace) throws IOException {
        return TraceReport.read(source(trace), LIMITS);
    }

    private static TraceSource source(String trace) throws IOException {
        byte[] json = TraceText.json(trace).replace('~', ' ').getBytes(StandardCharsets.UTF_8);
        return new ChromeTraceReader("blanks.json", new ByteArrayInputStream(json));
    }

    @Test
    void measuresMarksAndLines_areShown() throws IOException {
        assertThat(text("""
                        I 1 0 first "cat":"other"
                        b 0x1 10 load "cat":"blink.user_timing"
                        e 0x1 40 load "cat":"blink.user_timing"
                        b 0x1 50 load "cat":"blink.user_timing"
                        e 0x1 60 load "cat":"blink.user_timing"
                        b 0x2 70 open "cat":"blink.user_timing"
                        I 1 15 ready "cat":"blink.user_timing"
                        I 1 25 ready "cat":"blink.user_timing"
                        I 1 12 TimeStamp "cat":"devtools.timeline","args":{"data":{"message":"early"}}
                        I 1 30 hello "cat":"log"
                        """)).isEqualTo("""

                        Measures of the program, by their total time:
                          count    total      min      avg      p50      p99      max  measure
                              2  40.0 us  10.0 us  20.0 us  10.0 us  30.0 us  30.0 us  load
                          measures without an end: 1

                        Marks of the program, by their first time:
                          count     first      last  mark
                              1  +12.0 us  +12.0 us  TimeStamp
                              2  +15.0 us  +25.0 us  ready

                        Lines that the program wrote into the trace, in their order:
                                at    thread  line
                          +30.0 us  thread 1  hello
                        """);
    }

    @Test
    void asyncEvents_areThoseThatAreNoCalls() throws IOException {
        assertThat(text("""
                        b 0x1 0 call
                        e 0x1 90 call
                        b 0x7 10 request "cat":"net"
                        e 0x7 30 request "cat":"net"
                        e 0x8 40 request "cat":"net"
                        """)).isEqualTo("""

                        Async events, by their total time:
                          count    total      min      avg      p50      p99      max  event
                              1  20.0 us  20.0 us  20.0 us  20.0 us  20.0 us  20.0 us  request
                          ends without a begin: 1
                        """);
    }

    @Test
    void counters_haveARowForEachSeries() throws IOException {
        assertThat(text("""
                        C 1 0 queue "args":{"waiting":4,"failed":0}
                        C 1 5 queue "args":{"waiting":1,"failed":0.5}
                        C 1 9 queue "args":{"none":"text"}
                        """)).isEqualTo("""

                        Counters, in the order of their first values; the mean is of the values, whatever the time between them:
                          values  first  least    mean    most  last  process  counter
                               3      4      0  1.6667       4     0        1  queue.waiting
                               3      0      0  0.1667  0.5000     0        1  queue.failed
                        """);
    }

    @Test
    void arrows_areCountedByName_andThoseOfCallbacksAreNot() throws IOException {
        assertThat(text("""
                        X 1 0 send "dur":10
                        s 1 5 post "id":"0x1"
                        X 2 20 receive "dur":10
                        f 2 20 post "id":"0x1","bp":"e"
                        f 2 25 post "id":"0x2","bp":"e"
                        b 0x1 30 submit
                        b 0x1 31 submit[0] "bind_id":"0x9","flow_out":true,"args":{"pass":true}
                        e 0x1 31 submit[0]
                        e 0x1 32 submit
                        b 0x2 40 submit[0] "bind_id":"0x9","flow_in":true,"args":{"callback":true}
                        e 0x2 41 submit[0]
                        """)).isEqualTo("""

                        Arrows, by the time from their start to their end:
                          count    total      min      avg      p50      p99      max  arrow
                              1  15.0 us  15.0 us  15.0 us  15.0 us  15.0 us  15.0 us  post
                          arrows to another thread: 1
                          without an arrow: no start: 1
                        """);
    }

    @Test
    void warnings_areCountedByKindAndName() throws IOException {
        assertThat(text("""
                        X 1 0 RunTask "dur":60000
                        X 1 100000 RunTask "dur":70000
                        """)).isEqualTo("""

                        Warnings, the longest first:
                          times  longest    warning  name
                              2  70.0 ms  long task  RunTask
                        """);
    }

    @Test
    void callbacks_areShownThatDidNotRunOrRanLong() throws IOException {
        assertThat(text("""
                        b 0x1 100 submit
                        b 0x1 101 submit[0] "bind_id":"0x8","flow_out":true,"args":{"pass":true}
                        e 0x1 101 submit[0]
                        e 0x1 102 submit
                        b 0x2 200 submit[0] "bind_id":"0x8","flow_in":true,"args":{"callback":true}
                        e 0x2 60200 submit[0]
                        b 0x1 200000 submit
                        b 0x1 200001 submit[0] "bind_id":"0x9","flow_out":true,"args":{"pass":true}
                        e 0x1 200001 submit[0]
                        e 0x1 200002 submit
                        """)).isEqualTo("""

                        Callbacks that did not run, or once ran 50 ms or longer, the longest run first:
                          not run  runs  longest run  callback
                                1     1      60.0 ms  submit[0]
                        """);
    }

    @Test
    void callbacksThatWereNotNeeded_areNotAmongThoseThatDidNotRun() throws IOException {
        assertThat(text("""
                        b 0x1 100 java.util.Map.computeIfAbsent
                        b 0x1 101 java.util.Map.computeIfAbsent[1] "bind_id":"0x8","flow_out":true,"args":{"pass":true}
                        e 0x1 101 java.util.Map.computeIfAbsent[1]
                        e 0x1 102 java.util.Map.computeIfAbsent
                        """)).isEmpty();
    }

    @Test
    void objects_areCountedByType() throws IOException {
        assertThat(text("""
                        N 1 0 Pool "id":"0x1"
                        O 1 5 Pool "id":"0x1","args":{"snapshot":{"size":1}}
                        D 1 10 Pool "id":"0x1"
                        N 1 20 Pool "id":"0x2"
                        I 1 50 end "cat":"other"
                        """)).isEqualTo("""

                        Objects, by their number; one that was not deleted lives until the end:
                          objects  deleted  snapshots  longest life  type
                                2        1          1       30.0 us  Pool
                        """);
    }

    @Test
    void networkRequests_areShownWithTheirWaiting() throws IOException {
        assertThat(text("""
                        I 1 0 ResourceSendRequest "args":{"data":{"requestId":"1","url":"http://a/x","requestMethod":"GET"}}
                        I 1 10 ResourceReceiveResponse "args":{"data":{"requestId":"1","statusCode":200,"encodedDataLength":7}}
                        I 1 30 ResourceFinish "args":{"data":{"requestId":"1","encodedDataLength":512,"decodedBodyLength":7}}
                        """)).startsWith("""

                        Network requests of the page, the slowest first:
                             took  began  queued  waited  transfer  bytes  status  method  address
                          30.0 us  +0 ns    0 ns    0 ns   20.0 us    512     200     GET  http://a/x
                        """);
    }

    @Test
    void networkRequests_thatFailedOrWereAnsweredByACacheAreCounted() throws IOException {
        assertThat(text("""
                        I 1 0 ResourceSendRequest "args":{"data":{"requestId":"1","url":"http://a/x"}}
                        I 1 0 ResourceMarkAsCached "args":{"data":{"requestId":"1"}}
                        I 1 30 ResourceFinish "args":{"data":{"requestId":"1"}}
                        I 1 40 ResourceSendRequest "args":{"data":{"requestId":"2","url":"http://a/y"}}
                        I 1 50 ResourceFinish "args":{"data":{"requestId":"2","didFail":true}}
                        """)).endsWith("""
                          failed requests: 1
                          requests answered by a cache: 1
                        """);
    }

    @Test
    void samples_thatCannotBeReadAreCounted() throws IOException {
        TraceReport report = report("P 7 4 a \"sf\":8\n");

        assertThat(ReportText.of(report))
                .contains("samples without a stack, because the trace does not have their frame: 1");
        assertThat(ReportJson.of(report))
                .contains("\"samples without a stack, because the trace does not have their frame\":1");
    }

    @Test
    void layoutShifts_areShownBySession() throws IOException {
        assertThat(text("""
                        I 1 0 LayoutShift "args":{"data":{"weighted_score_delta":0.2}}
                        I 1 10 LayoutShift "args":{"data":{"weighted_score_delta":0.1}}
                        I 1 20 LayoutShift "args":{"data":{"had_recent_input":true}}
                        I 1 9000000 LayoutShift "args":{"data":{"weighted_score_delta":0.05}}
                        """)).isEqualTo("""

                        Layout shifts of the page by session, the worst first; its score is the page's:
                           score  shifts    began  lasted  worst shift  rating
                          0.3000       2    +0 ns  1.00 s       0.2000  bad
                          0.0500       1  +9.00 s  1.00 s       0.0500  good
                          shifts after an input of the user, not counted: 1
                        """);
    }

    @Test
    void json_hasTheRowsByTheirColumns() throws IOException {
        String json = ReportJson.of(report("""
                C 1 2 queue "args":{"waiting":4}
                b 0x7 10 request "cat":"net"
                e 0x7 30 request "cat":"net"
                """));

        assertThat(json)
                .contains("\"asyncEvents\":{\"rows\":[{\"count\":1,\"totalNanos\":20000,\"minNanos\":20000,")
                .contains("\"least\":4.0,\"mean\":4.0,");
    }

    @Test
    void page_hasTheTables() throws IOException {
        String page = ReportPage.read(trace("C 1 2 queue \"args\":{\"waiting\":4}"), LIMITS, ThreadStates.NONE)
                .html("sections.json", "sections.json");

        assertThat(page).contains("\"key\":\"counters\"", "\"rows\":[[1,4.0,4.0,4.0,4.0,4.0,1,\"queue.waiting\"]]");
    }

    @Test
    void eventsBeyondTheMemory_areCountedAndNotKept() {
        RetainedEvents kept = new RetainedEvents(2100);

        assertThat(kept.event()).isTrue();
        assertThat(kept.event()).isTrue();
        assertThat(kept.row()).isFalse();
        assertThat(kept.dropped()).isOne();
    }
}
