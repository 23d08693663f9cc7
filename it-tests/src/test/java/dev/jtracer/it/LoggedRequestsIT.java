// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.LoggedRequests;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.OtherLibraries;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.context.Scope;
import jakarta.annotation.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.MDC;

/** The trace ids by which the log of a program names its requests. */
class LoggedRequestsIT {
    @RegisterExtension
    private final Jvms jvms = new Jvms();

    private JvmResult run(String log, String... options) throws IOException {
        JvmCommand command = jvms.app(LoggedRequests.class, log)
                .onClassPath(Tomcat.class, Resource.class, MDC.class, Span.class, Scope.class, ComponentLoader.class)
                .jvm("-Xverify:all")
                .quick()
                .agent("include=" + LoggedRequests.Answers.class.getName() + String.join("", options));
        String[] jars = log.equals("slf4j")
                ? new String[] {"logback-classic", "logback-core"}
                : new String[] {"log4j-api", "log4j-core"};
        for (String jar : jars) {
            command.onClassPath(OtherLibraries.jar(jar));
        }
        JvmResult traced = command.run();
        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout())
                .as(traced.stderr())
                .isEqualTo("/put 200\n/none 200\n/map 200\n/first 200\n/later 200\n/data 200\n/around 200\n");
        return traced;
    }

    /** Returns the trace ids by the name of their requests. */
    private static Map<String, String> ids(JvmResult traced) throws IOException {
        return Pattern.compile(
                        "\"HTTP GET (/[a-z ]+)\",\"args\":\\{(?:\"status\":200,?)?(?:\"trace_id\":\"(\\w+)\")?(?:,\"parent_span_id\":\"00f067aa0ba902b7\")?}")
                .matcher(Files.readString(traced.files(".json").get(0)))
                .results()
                .filter(end -> end.group(2) != null)
                .collect(Collectors.toMap(end -> end.group(1), end -> end.group(2), (a, b) -> a + b, TreeMap::new));
    }

    private static Map<String, String> expected(String end) {
        return Map.of(
                "/put", "abc1" + end,
                "/map", "abc2" + end,
                "/first", "abc3" + end,
                "/later async", "abc4" + end,
                "/around", "abc5" + end);
    }

    @Test
    void requestOfSlf4j_hasItsTraceId() throws IOException {
        JvmResult traced = run("slf4j");

        assertThat(ids(traced)).as(traced.stderr()).isEqualTo(expected(""));
        assertThat(Files.readString(traced.files(".json").get(0)))
                .doesNotContain("example.com")
                .contains("\"textsDropped\":1");
        JvmResult report = jvms.jtracer("report", traced.files(".json").get(0).toString(), "--by", "request")
                .run();
        assertThat(report.stdout()).containsPattern(" 200 +abc1 +HTTP GET /put\\b");
    }

    @Test
    void requestOfLog4j_hasItsTraceId() throws IOException {
        JvmResult traced = run("log4j");

        assertThat(ids(traced)).as(traced.stderr()).isEqualTo(expected(""));
    }

    @Test
    void requestOfOpenTelemetry_hasTheIdOfItsSpan() throws IOException {
        JvmResult traced = run("span");

        assertThat(ids(traced)).as(traced.stderr()).isEqualTo(expected("0".repeat(28)));
        Path spans = traced.files(".json").get(0).resolveSibling("spans.otlp.json");
        jvms.jtracer("convert", traced.files(".json").get(0).toString(), "-o", spans.toString())
                .run();
        assertThat(span(spans, "HTTP GET /put", "abc1", "")).isEqualTo(span(spans, "[^\"]*doGet", "abc1", "parent"));
        // The span around the request is the parent of all that jtracer has of it.
        assertThat(span(spans, "HTTP GET /around", "abc5", "parent")).isEqualTo("00f067aa0ba902b7");
    }

    /** Returns the id of the only span of a name in a trace without a parent, or the id of its parent. */
    private static String span(Path spans, String name, String trace, String parent) throws IOException {
        String ids = parent.isEmpty() ? "\"spanId\":\"(\\w+)\"" : "\"spanId\":\"\\w+\",\"parentSpanId\":\"(\\w+)\"";
        Matcher span = Pattern.compile("\\{\"traceId\":\"" + trace + "0{28}\"," + ids + ",\"name\":\"" + name + "\"")
                .matcher(Files.readString(spans));
        assertThat(span.find()).as(Files.readString(spans)).isTrue();
        return span.group(1);
    }

    @Test
    void contextWithoutLog_hasNoIds() throws IOException {
        assertThat(ids(run("slf4j", ",context=http"))).isEmpty();
    }
}
