// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignFormatTest {
    private static @Nullable ForeignFormat find(String data) {
        return ForeignFormats.find(data.getBytes(StandardCharsets.ISO_8859_1), data.stripLeading());
    }

    static Stream<Arguments> foreign() {
        return Stream.of(
                Arguments.of("a profile of speedscope", """
                        {"$schema": "https://www.speedscope.app/file-format-schema.json", "profiles": []}"""),
                Arguments.of("a profile of speedscope", """
                        {"version":"0.1","shared":{"frames":[{"name":"a"}]},"profiles":[{"type":"evented"}]}"""),
                Arguments.of("a profile of Firefox Profiler", """
                        {"meta":{"interval":1,"startTime":5,"processType":0,"version":27},"libs":[],"threads":[]}"""),
                Arguments.of("a profile of Firefox Profiler", """
                        {"meta":{"categories":[{"name":"x"}],"preprocessedProfileVersion":44},"threads":[]}"""),
                Arguments.of("a CPU profile of V8 (.cpuprofile)", """
                        {"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0"},"hitCount":0}]"""),
                Arguments.of("a CPU profile of V8 (.cpuprofile)", """
                        {"head":{"functionName":"(root)","url":"","children":[]},"startTime":1}"""),
                Arguments.of("a heap snapshot of V8", """
                        {"snapshot":{"meta":{"node_fields":["type"]},"node_count":5},"nodes":[1,2]}"""),
                Arguments.of("an archive of HTTP requests (.har)", """
                        {"log":{"version":"1.2","creator":{"name":"x"},"entries":[]}}"""),
                Arguments.of("spans of a distributed trace (OpenTelemetry, Jaeger or Zipkin)", """
                        {"resourceSpans":[{"resource":{}}]}"""),
                Arguments.of("spans of a distributed trace (OpenTelemetry, Jaeger or Zipkin)", """
                        [{"traceId":"5","id":"6","name":"get","timestamp":1}]"""),
                Arguments.of("a JFR recording printed as JSON", """
                        {"recording": {"events": [{"type": "jdk.CPULoad"}]}}"""),
                Arguments.of("a systrace of Linux or Android (text of ftrace)", """
                        # tracer: nop
                        #
                        # entries-in-buffer/entries-written: 2/2   #P:1
                          app-10 (  10) [000] .... 1.000: tracing_mark_write: B|10|a"""),
                Arguments.of("a systrace of Linux or Android (text of ftrace)", "TRACE:\n# tracer: nop\n#\n"),
                Arguments.of("a thread dump", "2026-11-22 03:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17):\n"),
                Arguments.of("a log of the JVM", "[0.005s][info][gc] Using G1\n"),
                Arguments.of("a profile of callgrind", "# callgrind format\nversion: 1\n"),
                Arguments.of("a log of V8", "v8-version,10,2,154\n"),
                Arguments.of("the output of perf script", """
                        java 12345/12346 [001] 123.456789:     250000 cpu-clock:u:
                        \t 7f00 Interpreter (/tmp/perf-1.map)
                        """),
                Arguments.of("the output of perf script", "java 12345 123.456789: cycles:\n\t7f00 main\n"),
                Arguments.of("a picture", "<?xml version=\"1.0\"?>\n<svg version=\"1.1\" width=\"1200\">"),
                Arguments.of("a flame graph as a page", "<!DOCTYPE html>\n<html><head><title>Flame Graph</title>"),
                Arguments.of("the table that convert -f csv writes", "pid,tid,thread,depth,start_ns,duration_ns\n1,1,"),
                Arguments.of("a compiled Java class", "\u00ca\u00fe\u00ba\u00be\0\0\0=\0\u0010"),
                Arguments.of("a heap dump", "JAVA PROFILE 1.0.2\0\0\0\0\10"),
                Arguments.of("a heap dump", "\0\22portable heap dump\0\0\0\6"),
                Arguments.of("a file of perf", "PERFILE2h\0\0\0"),
                Arguments.of("a profile of pprof", "\n\4\10\1\20\2\n\4\10\3\20\4\22\5"),
                Arguments.of("a Perfetto trace", "\n\16\102\10\10\6\20\1\30\144\40\1P\1\n\3P\1h"),
                Arguments.of("a Perfetto trace", "\n\7P\1\u00e2\3\2\10\1\n\7P\1\u00e2\3\2\10\1"));
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void foreignFormat_isNamed(String name, String data) {
        assertThat(find(data)).extracting(ForeignFormat::name).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "{",
                "[{\"ph\":\"X\",\"name\":\"nodes\",\"args\":{\"callFrame\":1,\"traceId\":1,\"id\":2}}",
                "{\"traceEvents\":[{\"ph\":\"X\"}],\"nodes\":[{\"callFrame\":1}],\"log\":{\"entries\":[]}}",
                "{\"meta\":{\"version\":1},\"traceEvents\":[]}",
                "{\"displayTimeUnit\":\"ns\",\"metadata\":{\"snapshot\":{\"meta\":1}}",
                "{\"a\":\"nodes\",\"b\":{\"c\":\"\\\"log\\\":{\\\"entries\\\":",
                "main;a;b 5\n",
                "[main tid=7];a 5\n",
                "main;a;b 12.5\n",
                "<!DOCTYPE html><html><head><title>Trace</title>",
                "\n",
                "\n\n\n\n\n\n",
                "\n\n  [\n    {\"ph\": \"B\", \"name\": \"a\"},\n",
                "FLR\0\0\2\0\0",
            })
    void otherData_areNotForeign(String data) {
        assertThat(find(data)).isNull();
    }
}
