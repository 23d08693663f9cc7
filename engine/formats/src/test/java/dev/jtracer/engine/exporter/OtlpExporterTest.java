// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.util.JsonFormat;
import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.event.TraceLimits;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.opentelemetry.proto.trace.v1.TracesData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The spans of OpenTelemetry, read by the published definition of its messages: no field may be unknown. */
class OtlpExporterTest {
    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

    private static final String REQUEST = """
            i 0 0 recording "cat":"jtracer","args":{"tool":"t","startEpochMicros":1000,"service":"shop"}
            M 1 0 thread_name "args":{"name":"http-1"}
            b 1 10 - "name":"HTTP GET /orders","args":{"method":"GET","path":"/orders","kind":"request"}
            b 1 12 a.Orders.total
            b 1 14 X.run[0] "bind_id":"0x1","flow_out":true,"args":{"pass":true,"site":"a.Orders.total:5"}
            e 1 14 X.run[0]
            e 1 30 a.Orders.total
            e 1 40 - "name":"HTTP GET /orders","args":{"status":%s,"trace_id":"%s"}
            b 2 20 X.run[0] "bind_id":"0x1","flow_in":true,"args":{"callback":true}
            b 2 21 a.Prices.ask
            e 2 22 a.Prices.ask "args":{"threw":true}
            e 2 25.5 X.run[0]
            """;

    private static List<ResourceSpans> read(Exported exported) throws IOException {
        List<ResourceSpans> lines = new ArrayList<>();
        for (String line : exported.text().lines().toList()) {
            TracesData.Builder data = TracesData.newBuilder();
            JsonFormat.parser().merge(line, data);
            assertThat(data.getResourceSpansList()).hasSizeLessThanOrEqualTo(1);
            lines.addAll(data.getResourceSpansList());
        }
        return lines;
    }

    private static List<Span> spans(Exported exported) throws IOException {
        return read(exported).stream()
                .flatMap(line -> line.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    private static List<Span> spans(String lines) throws IOException {
        return spans(Exported.of("otlp", TraceText.json(lines)));
    }

    private static Span span(List<Span> spans, String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the text of an id, which JSON has as hexadecimal digits; the general reader took them for Base64. */
    private static String hex(ByteString id) {
        return Base64.getEncoder().encodeToString(id.toByteArray());
    }

    private static Map<String, String> attributes(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey, entry -> entry.getValue().toString().strip()));
    }

    @Test
    void request_isATraceWithTheIdOfItsLog() throws IOException {
        List<Span> spans = spans(REQUEST.formatted(503, ID));

        assertThat(spans)
                .extracting(Span::getName)
                .containsExactly("HTTP GET /orders", "a.Orders.total", "X.run[0]", "a.Prices.ask");
        assertThat(spans).allSatisfy(span -> assertThat(hex(span.getTraceId())).isEqualTo(ID));
        assertThat(spans).allSatisfy(span -> assertThat(hex(span.getSpanId())).matches("[0-9a-f]{16}"));
        assertThat(spans).extracting(Span::getSpanId).doesNotHaveDuplicates();
        Span request = spans.get(0);
        assertThat(request.getParentSpanId()).isEqualTo(ByteString.EMPTY);
        assertThat(request.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
        assertThat(request.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(attributes(request.getAttributesList()))
                .containsEntry("http.request.method", "string_value: \"GET\"")
                .containsEntry("http.route", "string_value: \"/orders\"")
                .containsEntry("http.response.status_code", "int_value: 503")
                .containsEntry("thread.name", "string_value: \"http-1\"")
                .doesNotContainKey("code.function.name");
        assertThat(spans.get(1).getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(attributes(spans.get(1).getAttributesList()))
                .containsEntry("code.function.name", "string_value: \"a.Orders.total\"");
    }

    @Test
    void request_isAChildOfTheSpanAroundIt() throws IOException {
        List<Span> spans = spans(REQUEST.formatted("200,\"parent_span_id\":\"00f067aa0ba902b7\"", ID));

        assertThat(hex(spans.get(0).getParentSpanId())).isEqualTo("00f067aa0ba902b7");
        assertThat(hex(spans.get(0).getTraceId())).isEqualTo(ID);
        assertThat(attributes(spans.get(0).getAttributesList())).doesNotContainKey("jtracer.parent_span_id");
        assertThat(spans.get(1).getParentSpanId()).isEqualTo(spans.get(0).getSpanId());
    }

    @Test
    void onlyRunOfACallback_isAChildOfTheCallThatPassedIt() throws IOException {
        List<Span> spans = spans(REQUEST.formatted(200, ID));

        Span run = span(spans, "X.run[0]");
        Span passer = span(spans, "a.Orders.total");
        assertThat(run.getParentSpanId()).isEqualTo(passer.getSpanId());
        assertThat(run.getLinksList())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanId()).isEqualTo(passer.getSpanId()))
                .satisfies(link -> assertThat(link.getTraceId()).isEqualTo(passer.getTraceId()));
        assertThat(attributes(run.getAttributesList())).doesNotContainKey("code.function.name");
        assertThat(run.getStatus()).isEqualTo(Status.getDefaultInstance());
        Span failed = span(spans, "a.Prices.ask");
        assertThat(failed.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(span(spans, "HTTP GET /orders").getStatus()).isEqualTo(Status.getDefaultInstance());
    }

    /** One object was passed by two calls, so the number of the run's pass is that of either. */
    @Test
    void ambiguousRun_hasNoParentAndNoLink() throws IOException {
        String ambiguous = REQUEST.replace("{\"callback\":true}", "{\"callback\":true,\"ambiguous\":true}")
                .replace("\"bind_id\":\"0x1\",\"flow_in\":true", "\"bind_id\":\"0x1\"");

        Span run = span(spans(ambiguous.formatted(200, ID)), "X.run[0]");

        assertThat(run.getLinksList()).isEmpty();
        assertThat(run.getParentSpanId()).isEqualTo(ByteString.EMPTY);
        assertThat(hex(run.getTraceId())).isNotEqualTo(ID);
    }

    @Test
    void endOfAnAsynchronousRequest_isItsChild() throws IOException {
        List<Span> spans = spans("""
                b 1 10 - "name":"HTTP GET /a","args":{"method":"GET","path":"/a","kind":"request"}
                b 1 20 - "name":"HTTP GET /a async","bind_id":"0x1","flow_out":true,"args":{"kind":"request part","pass":true}
                e 1 20 - "name":"HTTP GET /a async"
                e 1 30 - "name":"HTTP GET /a","args":{"trace_id":"%1$s"}
                b 2 50 - "name":"HTTP GET /a async","bind_id":"0x1","flow_in":true,"args":{"kind":"request part","callback":true}
                e 2 50 - "name":"HTTP GET /a async","args":{"status":200,"trace_id":"%1$s"}
                """.formatted(ID));

        assertThat(spans).extracting(Span::getName).containsExactly("HTTP GET /a", "HTTP GET /a async");
        assertThat(spans.get(1).getParentSpanId()).isEqualTo(spans.get(0).getSpanId());
    }

    @Test
    void runsThatPassEachOther_areNoCircle() throws IOException {
        List<Span> spans = spans("""
                b 1 10 X.a[0] "bind_id":"0x2","flow_in":true,"args":{"callback":true}
                b 1 11 X.b[0] "bind_id":"0x1","flow_out":true,"args":{"pass":true}
                e 1 11 X.b[0]
                e 1 20 X.a[0]
                b 2 12 X.b[0] "bind_id":"0x1","flow_in":true,"args":{"callback":true}
                b 2 13 X.a[0] "bind_id":"0x2","flow_out":true,"args":{"pass":true}
                e 2 13 X.a[0]
                e 2 20 X.b[0]
                """);

        assertThat(span(spans, "X.a[0]").getParentSpanId()).isEqualTo(ByteString.EMPTY);
        assertThat(span(spans, "X.b[0]").getParentSpanId())
                .isEqualTo(span(spans, "X.a[0]").getSpanId());
        assertThat(span(spans, "X.b[0]").getTraceId())
                .isEqualTo(span(spans, "X.a[0]").getTraceId());
    }

    @Test
    void idsOfALaterPartOfTheRecording_areOthers() throws IOException {
        String call =
                "i 0 0 recording \"cat\":\"jtracer\",\"args\":{\"startEpochMicros\":1000}\nX 1 %s a.A.call \"dur\":5\n";

        Span one = spans(call.formatted("10")).get(0);
        Span other = spans(call.formatted("900")).get(0);

        assertThat(one.getSpanId()).isNotEqualTo(other.getSpanId());
        assertThat(one.getTraceId()).isNotEqualTo(other.getTraceId());
    }

    @ParameterizedTest
    @CsvSource({"10000000000000000", "-5", "1e300"})
    void startThatIsNoTime_givesNoNegativeTimes(String epoch) throws IOException {
        Span call = spans("""
                i 0 0 recording "cat":"jtracer","args":{"startEpochMicros":%s}
                X 1 10 a.A.call "dur":5
                """.formatted(epoch)).get(0);

        assertThat(call.getEndTimeUnixNano() - call.getStartTimeUnixNano()).isEqualTo(5_000);
        assertThat(call.getStartTimeUnixNano()).isNotNegative();
    }

    @Test
    void traceWithoutCalls_isOneLineWithoutSpans() throws IOException {
        assertThat(Exported.of("otlp", "[]").text()).isEqualTo("{\"resourceSpans\":[]}\n");
    }

    @Test
    void times_areNanosecondsOfTheEpoch() throws IOException {
        Span run = span(spans(REQUEST.formatted(200, ID)), "X.run[0]");

        assertThat(run.getStartTimeUnixNano()).isEqualTo(1_020_000);
        assertThat(run.getEndTimeUnixNano()).isEqualTo(1_025_500);
    }

    @Test
    void runsOfACallbackThatRanTwice_areTracesOfTheirOwnWithALink() throws IOException {
        List<Span> spans = spans(REQUEST.formatted(200, ID) + """
                b 2 50 X.run[0] "bind_id":"0x1","flow_in":true,"args":{"callback":true}
                b 2 51 a.Prices.again
                e 2 52 a.Prices.again
                e 2 55 X.run[0]
                """);

        List<Span> runs =
                spans.stream().filter(span -> span.getName().equals("X.run[0]")).toList();
        assertThat(runs).hasSize(2);
        assertThat(runs).allSatisfy(run -> {
            assertThat(hex(run.getTraceId())).isNotEqualTo(ID).matches("[0-9a-f]{32}");
            assertThat(run.getParentSpanId()).isEqualTo(ByteString.EMPTY);
            assertThat(hex(run.getLinks(0).getTraceId())).isEqualTo(ID);
        });
        assertThat(runs.get(0).getTraceId()).isNotEqualTo(runs.get(1).getTraceId());
        assertThat(span(spans, "a.Prices.again").getTraceId())
                .isEqualTo(runs.get(1).getTraceId());
    }

    @ParameterizedTest
    @CsvSource({
        "abc1, ",
        "00000000000000000000000000000000, ",
        "4BF92F3577B34DA6A3CE929D0E0E4736, 4bf92f3577b34da6a3ce929d0e0e4736",
        "4bf92f35-77b3-4da6-a3ce-929d0e0e4736, 4bf92f3577b34da6a3ce929d0e0e4736",
        "a3ce929d0e0e4736, 0000000000000000a3ce929d0e0e4736"
    })
    void idOfTheLog_countsIfItIsATraceId(String logged, String expected) throws IOException {
        String id = hex(spans(REQUEST.formatted(200, logged)).get(0).getTraceId());

        if (expected == null) {
            assertThat(id).matches("[0-9a-f]{32}").isNotEqualTo(logged).doesNotMatch("0+");
        } else {
            assertThat(id).isEqualTo(expected);
        }
    }

    /** Runs of callbacks are kept, however short; the call that passed this one is not. */
    @Test
    void runOfACallThatIsTooShort_isAChildOfTheCallAround() throws IOException {
        String json = TraceText.json(REQUEST.formatted(200, ID));

        List<Span> spans = spans(Exported.of("otlp", json, new TraceLimits(Long.MAX_VALUE, 500, 20_000)));

        assertThat(spans).extracting(Span::getName).containsExactly("HTTP GET /orders", "X.run[0]");
        assertThat(spans.get(1).getParentSpanId()).isEqualTo(spans.get(0).getSpanId());
        assertThat(hex(spans.get(1).getTraceId())).isEqualTo(ID);
    }

    @Test
    void resource_isTheServiceOfTheRecording() throws IOException {
        List<ResourceSpans> lines = read(Exported.of("otlp", TraceText.json(REQUEST.formatted(200, ID))));

        assertThat(attributes(lines.get(0).getResource().getAttributesList()))
                .containsEntry("service.name", "string_value: \"shop\"")
                .containsEntry("process.pid", "int_value: 1");
    }

    @Test
    void manySpans_areLinesOfAThousandAndTheSameEachTime() throws IOException {
        StringBuilder calls = new StringBuilder();
        for (int i = 0; i < 2_500; i++) {
            calls.append("X 1 ").append(i * 10).append(" a.A.call \"dur\":5\n");
        }
        String json = TraceText.json(calls.toString());

        Exported exported = Exported.of("otlp", json);

        assertThat(exported.text().lines()).hasSize(3);
        assertThat(exported.report().calls()).isEqualTo(2_500);
        assertThat(spans(exported)).extracting(Span::getTraceId).hasSize(2_500).doesNotHaveDuplicates();
        assertThat(Exported.of("otlp", json).text()).isEqualTo(exported.text());
    }

    @Test
    void eachRecording_hasItsOwnService() throws IOException {
        List<ResourceSpans> resources = read(Exported.of("otlp", TraceText.json("""
                i 1:0 0 recording "cat":"jtracer","args":{"startEpochMicros":1000,"service":"shop","host":"one"}
                i 2:0 0 recording "cat":"jtracer","args":{"startEpochMicros":1000,"service":"stock","host":"two"}
                X 1:1 1 a.A.b "dur":1
                X 2:1 2 a.C.d "dur":1
                """)));

        assertThat(resources)
                .extracting(resource -> attributes(resource.getResource().getAttributesList()))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .containsEntry("service.name", "string_value: \"shop\"")
                                .containsEntry("host.name", "string_value: \"one\""),
                        second -> assertThat(second)
                                .containsEntry("service.name", "string_value: \"stock\"")
                                .containsEntry("host.name", "string_value: \"two\""));
    }
}
