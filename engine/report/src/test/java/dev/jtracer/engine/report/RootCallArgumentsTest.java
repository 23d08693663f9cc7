// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.merge.PartialReport;
import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.text.Styles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports show the status, the trace id, the arguments and the result of a root call. */
class RootCallArgumentsTest {
    private static final String TRACE = """
            [
            {"ph":"b","name":"HTTP GET /a","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":1.000,"args":{"method":"GET","path":"/a","kind":"request"}},
            {"ph":"b","name":"SQL SELECT ?","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":1.500,"args":{"sql":"SELECT ?","kind":"statement"}},
            {"ph":"e","name":"SQL SELECT ?","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":2.000,"args":{"rows":7}},
            {"ph":"e","name":"HTTP GET /a","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":9.000,"args":{"status":503,"trace_id":"4bf92f35"}},
            {"ph":"b","name":"Order.total","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":10.000,"args":{"arguments":"n=3"}},
            {"ph":"b","name":"Order.inner","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":11.000,"args":{"arguments":"n=4"}},
            {"ph":"e","name":"Order.inner","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":12.000,"args":{"result":"5"}},
            {"ph":"e","name":"Order.total","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":14.000,"args":{"result":"6"}},
            {"ph":"b","name":"Order.plain","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":15.000},
            {"ph":"b","name":"Order.plain","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":15.000,"args":{"arguments":"n=8"}},
            {"ph":"e","name":"Order.plain","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":15.500},
            {"ph":"e","name":"Order.plain","cat":"java","id2":{"local":"0x1"},"pid":2,"tid":1,"ts":16.000}
            ]
            """;

    private final Path directory;

    RootCallArgumentsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private TraceReport report() throws IOException {
        Path trace = Files.writeString(directory.resolve("t.json"), TRACE);
        return TraceReport.read(TraceImport.open(List.of(trace)), new ReportLimits(5, 1_000));
    }

    @Test
    void requestList_hasTheStatusAndTheTraceId() throws IOException {
        String list =
                new ReportText(report(), MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN).requestList();

        assertThat(list)
                .contains("status  trace_id  root call\n")
                .containsPattern("\\+0 ns +id 0x1 +503 +4bf92f35  HTTP GET /a\n")
                .containsPattern("id 0x1 {20,}Order.total\n");
    }

    @Test
    void request_hasTheArgumentsOfItsOwnCall() throws IOException {
        ReportText text = new ReportText(report(), MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN);

        assertThat(text.request(1)).contains(" on id 0x1, status 503, trace_id 4bf92f35\n");
        assertThat(text.request(2)).contains(" on id 0x1, arguments n=3, result 6\n");
        assertThat(text.request(3)).contains(" on id 0x1\n");
    }

    @Test
    void json_hasTheArguments() throws IOException {
        assertThat(ReportJson.requests(report(), 1))
                .contains(
                        "\"durationNanos\":8000,\"requestNanos\":8000,\"arguments\":{\"status\":503,\"trace_id\":\"4bf92f35\"}");
    }

    @Test
    void partialReport_keepsTheArguments() throws IOException {
        byte[] partial = PartialReportCodec.encode(PartialReport.of(report(), 5));

        assertThat(PartialReportCodec.decode(partial).report(5).paths().slowest())
                .extracting(call -> call.arguments().toString())
                .containsExactly("{status=503, trace_id=4bf92f35}", "{arguments=n=3, result=6}", "{}");
    }
}
