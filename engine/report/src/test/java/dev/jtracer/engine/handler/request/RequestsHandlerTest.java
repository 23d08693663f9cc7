// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.format.ExportFormat;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.merge.PartialReport;
import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.report.MethodOrder;
import dev.jtracer.engine.report.ReportCsv;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.ReportText;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.engine.text.Styles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests last from the begin of their first call to their end, wherever that is. */
class RequestsHandlerTest {
    private final Path directory;
    private final List<String> events = new ArrayList<>();

    RequestsHandlerTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private void begin(int thread, String name, double micros, String more) {
        String args = more.isEmpty() ? ",\"args\":{}" : more;
        String kind = "\"kind\":\"" + kind(name).word() + "\"}";
        event("b", thread, name, micros, args.replace("}", (args.endsWith("{}") ? "" : ",") + kind));
    }

    private static NameKind kind(String name) {
        boolean isSent = name.startsWith("HTTP GET shop");
        if (name.endsWith(" error")) {
            return NameKind.ERROR_PAGE;
        } else if (name.endsWith(" async") || name.endsWith(" continued")) {
            return isSent ? NameKind.SENT_REQUEST_PART : NameKind.REQUEST_PART;
        } else if (name.startsWith("HTTP ")) {
            return isSent ? NameKind.SENT_REQUEST : NameKind.REQUEST;
        }
        return NameKind.METHOD;
    }

    private void end(int thread, String name, double micros, String more) {
        event("e", thread, name, micros, more);
    }

    private void event(String phase, int thread, String name, double micros, String more) {
        events.add("{\"ph\":\"" + phase + "\",\"name\":\"" + name + "\",\"cat\":\"java\",\"id2\":{\"local\":\"0x"
                + thread + "\"},\"pid\":2,\"tid\":" + thread + ",\"ts\":" + micros + more + "}");
    }

    private void pass(int thread, String name, double micros, int number) {
        begin(thread, name, micros, ",\"bind_id\":\"0x" + number + "\",\"flow_out\":true,\"args\":{\"pass\":true}");
        end(thread, name, micros, "");
    }

    private void run(int thread, String name, double micros, int number) {
        begin(thread, name, micros, ",\"bind_id\":\"0x" + number + "\",\"flow_in\":true,\"args\":{\"callback\":true}");
    }

    private static String status(int status) {
        return ",\"args\":{\"status\":" + status + "}";
    }

    /** An asynchronous request of 3 us whose response ends on another thread 90 us after its begin. */
    private void addAsync() {
        begin(1, "HTTP GET /a", 10, "");
        pass(1, "HTTP GET /a async", 11, 7);
        end(1, "HTTP GET /a", 13, "");
        run(2, "HTTP GET /a async", 100, 7);
        end(2, "HTTP GET /a async", 100, status(200));
    }

    private TraceReport report() throws IOException {
        Path trace = Files.writeString(directory.resolve("t.json"), "[\n" + String.join(",\n", events) + "\n]");
        return TraceReport.read(TraceImport.open(List.of(trace)), new ReportLimits(5, 1_000));
    }

    @Test
    void callThatOnlyHasTheNameOfARequest_isNone() throws IOException {
        event("b", 1, "HTTP GET /x", 10, ",\"args\":{\"method\":\"GET\",\"path\":\"/x\"}");
        end(1, "HTTP GET /x", 13, status(200));

        assertThat(report().requests()).isEqualTo(Requests.NONE);
        assertThat(report().functions().find("HTTP GET /x")).isPresent();
    }

    @Test
    void requestThatBeganBeforeTheTrace_hasAStatusAndNoDuration() throws IOException {
        begin(1, "HTTP GET /x", 10, ",\"args\":{\"cont\":true}");
        end(1, "HTTP GET /x", 13, status(200));
        begin(1, "HTTP GET /x", 20, "");
        end(1, "HTTP GET /x", 24, status(200));

        TraceReport report = report();

        assertThat(report.requests().byTotal())
                .extracting(Requests.Row::count, row -> row.durations().totalNanos(), Requests.Row::successful)
                .containsExactly(tuple(1L, 4_000L, 2L));
        assertThat(report.rootCalls())
                .extracting(
                        call -> call.path().unfinished(), call -> call.path().calls())
                .containsExactly(tuple(0L, 1L), tuple(1L, 0L));
    }

    @Test
    void completeEventThatGoesOnBehindTheTrace_hasNoStatus() throws IOException {
        events.add("{\"ph\":\"X\",\"name\":\"HTTP GET /x\",\"cat\":\"java\",\"pid\":2,\"tid\":1,\"ts\":10,\"dur\":5,"
                + "\"args\":{\"kind\":\"" + NameKind.REQUEST.word() + "\",\"status\":200,\"unfinished\":true}}");

        assertThat(report().requests().byTotal())
                .extracting(Requests.Row::successful, row -> row.durations().count())
                .containsExactly(tuple(0L, 0L));
    }

    @Test
    void route_hasTheSharesOfStatementsAndSentRequestsInItsTime() throws IOException {
        begin(1, "HTTP GET /a", 10, "");
        begin(1, "Shop.find", 12, "");
        begin(1, "SQL select 1", 15, "");
        begin(1, "SQL prepare", 16, ""); // within another statement, whose time it has
        end(1, "SQL prepare", 20, "");
        end(1, "SQL select 1", 40, "");
        begin(1, "HTTP GET shop:80/b", 50, "");
        end(1, "HTTP GET shop:80/b", 60, status(200));
        end(1, "Shop.find", 80, "");
        end(1, "HTTP GET /a", 110, status(200));

        String list =
                new ReportText(report(), MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN).requestList();

        assertThat(list)
                .containsPattern(" +max +SQL % +HTTP % +request\n")
                .containsPattern("1 +1( +100 us){4} +25.0 +10.0 +HTTP GET /a\n");
    }

    @Test
    void chromeFile_readBackHasTheSameRequests() throws IOException {
        addAsync();
        begin(1, "HTTP GET shop:80/b", 210, "");
        end(1, "HTTP GET shop:80/b", 220, status(200));
        Requests before = report().requests();
        assertThat(before.byTotal()).extracting(Requests.Row::isSent).containsExactly(false, true);

        for (String format : List.of("chrome", "chrome-x")) {
            Path copy = directory.resolve("copy.json");
            ExportFormat.find(format)
                    .orElseThrow()
                    .export(
                            TraceImport.open(directory.resolve("t.json")),
                            part -> Files.newOutputStream(copy),
                            TraceLimits.DEFAULT);
            Requests after = TraceReport.read(TraceImport.open(List.of(copy)), new ReportLimits(5, 1_000))
                    .requests();
            assertThat(after.byTotal())
                    .extracting(Requests.Row::name, Requests.Row::isSent, Requests.Row::count)
                    .containsExactlyInAnyOrder(tuple("HTTP GET /a", false, 1L), tuple("HTTP GET shop:80/b", true, 1L));
            if (format.equals("chrome")) { // the other has arrows without the numbers of passes
                assertThat(after.byTotal())
                        .extracting(Requests.Row::durations)
                        .isEqualTo(before.byTotal().stream()
                                .map(Requests.Row::durations)
                                .toList());
            }
        }
    }

    private static Requests.Row only(TraceReport report) {
        assertThat(report.requests().byTotal()).hasSize(1);
        return report.requests().byTotal().get(0);
    }

    @Test
    void asynchronousRequest_lastsUntilItsEnd() throws IOException {
        addAsync();
        begin(1, "Shop.slow", 20, "");
        end(1, "Shop.slow", 60, "");

        TraceReport report = report();
        assertThat(only(report).durations().totalNanos()).isEqualTo(90_000);
        assertThat(only(report).distribution().count()).isEqualTo(1);
        assertThat(report.paths().slowest())
                .extracting(call -> call.name() + " " + call.requestNanos() + " " + call.durationNanos())
                .containsExactly("HTTP GET /a 90000 3000", "Shop.slow 40000 40000", "HTTP GET /a async 0 0");
        ReportText text = new ReportText(report, MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN);
        assertThat(text.requestList())
                .containsPattern("1 +1( +90.0 us){4}  HTTP GET /a\n")
                .containsPattern("1 +90.0 us .* 200 +HTTP GET /a, the call itself 3.00 us\n");
        assertThat(text.request(1)).contains("90.0 us, began", "status 200, the call itself 3.00 us");
        assertThat(ReportJson.requests(report, 0))
                .contains("\"count\":1,\"totalNanos\":90000", "\"durationNanos\":3000,\"requestNanos\":90000")
                .contains("\"firstCall\":{\"count\":1,\"totalNanos\":3000");
        assertThat(ReportCsv.of(report))
                .contains("request,\"HTTP GET /a\",1,90000,,90000,90000,90000,90000,90000,0,0,");
    }

    @Test
    void partialReport_keepsTheDurations() throws IOException {
        addAsync();

        byte[] partial = PartialReportCodec.encode(PartialReport.of(report(), 5));
        TraceReport decoded = PartialReportCodec.decode(partial).report(5);
        assertThat(only(decoded).durations().totalNanos()).isEqualTo(90_000);
        assertThat(decoded.paths().slowest().get(0).requestNanos()).isEqualTo(90_000);
    }

    @Test
    void requestThatEndsBeforeItsFirstCall_lastsAsLongAsTheCall() throws IOException {
        begin(1, "HTTP GET /a", 10, "");
        pass(1, "HTTP GET /a async", 11, 7);
        run(2, "HTTP GET /a async", 20, 7);
        end(2, "HTTP GET /a async", 20, status(200));
        end(1, "HTTP GET /a", 30, "");

        TraceReport report = report();
        assertThat(only(report).durations().totalNanos()).isEqualTo(20_000);
        assertThat(report.paths().slowest().get(0).requestNanos()).isEqualTo(20_000);
    }

    @Test
    void dispatchedRequest_lastsUntilItsLastPart() throws IOException {
        begin(1, "HTTP GET /a", 10, "");
        begin(1, "Shop.list", 10.5, "");
        pass(1, "HTTP GET /a async", 11, 7);
        end(1, "Shop.list", 12, "");
        run(1, "HTTP GET /a async", 12, 7);
        pass(1, "HTTP GET /a continued", 12, 8);
        end(1, "HTTP GET /a async", 12, "");
        end(1, "HTTP GET /a", 13, "");
        run(3, "HTTP GET /a continued", 50, 8);
        end(3, "HTTP GET /a continued", 70, status(503));
        begin(3, "HTTP GET /a error", 71, "");
        end(3, "HTTP GET /a error", 75, "");

        TraceReport report = report();
        assertThat(only(report).durations().totalNanos()).isEqualTo(65_000);
        assertThat(only(report).serverErrors()).isEqualTo(1);
        assertThat(report.paths().slowest().get(0).requestNanos()).isEqualTo(65_000);
    }

    @Test
    void errorPage_belongsToTheRequestBeforeIt() throws IOException {
        for (int i = 0; i < 3; i++) {
            begin(1, "HTTP GET /a", 10 + i * 100, "");
            end(1, "HTTP GET /a", 13 + i * 100, i == 1 ? status(401) : status(200));
            if (i == 1) {
                begin(1, "HTTP GET /a error", 114, "");
                end(1, "HTTP GET /a error", 119, "");
            }
        }

        TraceReport report = report();
        assertThat(only(report).count()).isEqualTo(3);
        assertThat(only(report).clientErrors()).isEqualTo(1);
        assertThat(only(report).durations().totalNanos()).isEqualTo(3_000 + 9_000 + 3_000);
        assertThat(report.paths().slowest().get(0).requestNanos()).isEqualTo(9_000);
    }

    @Test
    void requestWithoutAnEnd_hasNoDuration() throws IOException {
        addAsync();
        begin(1, "HTTP GET /a", 210, "");
        pass(1, "HTTP GET /a async", 211, 9);
        end(1, "HTTP GET /a", 213, "");

        TraceReport report = report();
        assertThat(only(report).count()).isEqualTo(2);
        assertThat(only(report).notEnded()).isEqualTo(1);
        assertThat(only(report).durations().totalNanos()).isEqualTo(90_000);
        assertThat(new ReportText(report, MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN).requestList())
                .contains("HTTP GET /a  (not ended: 1)\n");
    }

    @Test
    void sentRequest_lastsUntilItsResponse() throws IOException {
        begin(1, "HTTP GET /a", 10, "");
        begin(1, "HTTP GET shop:80/b", 11, "");
        pass(1, "HTTP GET shop:80/b async", 12, 7);
        end(1, "HTTP GET shop:80/b", 13, "");
        end(1, "HTTP GET /a", 20, status(200));
        run(2, "HTTP GET shop:80/b async", 51, 7);
        end(2, "HTTP GET shop:80/b async", 51, status(200));

        assertThat(report().requests().byTotal())
                .extracting(row -> row.name() + " " + row.durations().totalNanos())
                .containsExactly("HTTP GET shop:80/b 40000", "HTTP GET /a 10000");
    }
}
