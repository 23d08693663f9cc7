// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.EventValues;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSyntaxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the scanner reads is what the parser alone reads: the same events, the same problems, the same errors. */
class ScannerAgainstParserTest {
    private static final String[] KEYS = {
        "ph",
        "ts",
        "dur",
        "pid",
        "tid",
        "cat",
        "name",
        "id",
        "id2",
        "scope",
        "tts",
        "tdur",
        "bind_id",
        "flow_in",
        "flow_out",
        "args",
        "s",
        "sf",
        "cname",
        "flow_outs",
        "local",
        "a\\u0062c",
        "a\\\"b",
        "",
        "é",
        "sevenxx",
        "eightxxx"
    };
    private static final String[] VALUES = {
        "\"b\"",
        "\"e\"",
        "\"X\"",
        "\"i\"",
        "\"é\"",
        "\"\\\"\"",
        "\"bb\"",
        "1",
        "0",
        "-1",
        "-0",
        "00",
        "01",
        "1.5",
        "1.",
        "12.345",
        "12.3456",
        "-7.5",
        "1e3",
        "1E+2",
        "1e",
        "123456789012345678",
        "1234567890123456789",
        "99999999999999999999.5",
        "1e400",
        "NaN",
        "-Infinity",
        "\"soon\"",
        "\"1.5\"",
        "\"0x12\"",
        "\"0xfffffffffffffffff\"",
        "\"0x\"",
        "\"12\"",
        "\"java\"",
        "\"java,x\"",
        "\"a\\nb\"",
        "\"a\\u00e4b\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\u12\"",
        "\"ä€\uD83D\uDE00\"",
        "\"sevenxx\"",
        "\"eightxxx\"",
        "\"ninexxxxx\"",
        "\"\"",
        "\"tab\there\"",
        "true",
        "false",
        "null",
        "tru",
        "nul",
        "[]",
        "[1,2,[3]]",
        "[1,]",
        "{}",
        "{\"local\":\"0x1\"}",
        "{\"global\":7}",
        "{\"local\":\"0x1\",\"global\":\"0x2\"}",
        "{ \"local\" : 1 }",
        "{\"other\":1}",
        "{\"threw\":true}",
        "{\"threw\":false,\"unfinished\":true}",
        "{\"thread\":\"main\",\"a\":[1,{\"b\":null}]}",
        "{\"cont\":true,\"cont\":1}",
        "{\"a\":1,}",
        "{\"a\":}",
        "{\"a\" 1}",
        "{\"a\":\"x\\qy\"}",
        "{\"callback\":true}",
        "{\"pass\":true , \"x\":-2.5e-3}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
    };
    private static final String[] SPACES = {"", "", "", "", " ", "\n", "\r\n", "\r", "\t", " \n "};
    private static final String[] SEPARATORS = {
        ",", ",", ",", ",", ",", ",", ",", ",\n", ",\n", " ,", ",,", "", ";", "]"
    };

    private static final String DAMAGE = "\"{}[]:,\\x0-.e\n\0é\377";

    private Random random = new Random();

    @Test
    void randomLists_areReadAlike() {
        for (long seed = 0; seed < 4_000; seed++) {
            random = new Random(seed);
            assertReadAlike(randomTrace().getBytes(StandardCharsets.UTF_8), "seed " + seed);
        }
    }

    @Test
    void damagedLists_areReadAlike() {
        byte[] trace = """
                {"displayTimeUnit":"ns", "traceEvents": [
                {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"mäin"}},
                {"ph":"b","ts":81235.567,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"outer \\u00e4"},\r
                {"ph":"b","ts":81235.568,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"inner","args":{"a":[{}]}},
                {"ph":"X","ts":12345,"dur":1234.5,"pid":1,"tid":2,"name":"x","args":{"n":[1,2.5,true,null,"s"]}},
                {"ph":"e","ts":81240,"pid":1,"tid":2,"cat":"java","id2":{"local":"0x2"},"name":"inner","s":"t"}
                ], "otherData": {"a":[1,2]} }
                """.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= trace.length; cut++) {
            assertReadAlike(Arrays.copyOf(trace, cut), "cut at " + cut);
        }
        for (int seed = 0; seed < 4_000; seed++) {
            random = new Random(seed);
            byte[] damaged = trace.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) DAMAGE.charAt(random.nextInt(DAMAGE.length()));
            }
            assertReadAlike(damaged, "damage " + seed);
        }
    }

    @Test
    void longLists_areReadAlikeAcrossTheWindow() {
        random = new Random(7);
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; json.length() < 600_000; i++) {
            json.append("{\"ph\":\"i\",\"ts\":")
                    .append(i)
                    .append(",\"name\":\"")
                    .append("n".repeat(random.nextInt(200)));
            json.append("\",\"args\":{\"text\":\"").append("y".repeat(random.nextInt(100) == 0 ? 200_000 : 30));
            json.append(i % 50 == 0 ? "\",\"escape\":\"\\u00e4\"},\"ts\":1e3},\n" : "\"}},\n");
        }
        assertReadAlike(json.toString().getBytes(StandardCharsets.UTF_8), "cut");
        assertReadAlike((json + "{\"ph\":\"i\"]").getBytes(StandardCharsets.UTF_8), "damaged");
        assertReadAlike((json + "{\"ph\":\"i\"}]").getBytes(StandardCharsets.UTF_8), "whole");
    }

    private String randomTrace() {
        StringBuilder json = new StringBuilder(random.nextBoolean() ? "[" : "{\"traceEvents\":[");
        boolean object = json.length() > 1;
        json.append("{\"ph\":\"i\",\"ts\":1}");
        for (int i = random.nextInt(6); i > 0; i--) {
            json.append(pick(SEPARATORS)).append(pick(SPACES));
            appendEvent(json);
        }
        return json.append(object ? "],\"x\":1}" : "]").toString();
    }

    private void appendEvent(StringBuilder json) {
        json.append("{").append(pick(SPACES));
        if (random.nextInt(10) > 0) {
            json.append("\"ph\":").append(VALUES[random.nextInt(4)]).append(",\"ts\":1.25,");
        }
        for (int i = random.nextInt(5); i >= 0; i--) {
            json.append('"')
                    .append(pick(KEYS))
                    .append('"')
                    .append(pick(SPACES))
                    .append(':')
                    .append(pick(SPACES));
            json.append(pick(VALUES))
                    .append(pick(SPACES))
                    .append(i > 0 ? "," : "")
                    .append(pick(SPACES));
        }
        json.append(random.nextInt(50) == 0 ? "" : "}");
    }

    private String pick(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static void assertReadAlike(byte[] file, String what) {
        Outcome scanned = read(file, true);
        Outcome parsed = read(file, false);

        String description = what + ": " + (file.length < 2_000 ? new String(file, StandardCharsets.UTF_8) : "");
        assertThat(scanned.events).as(description).isEqualTo(parsed.events);
        assertThat(scanned.end).as(description).isEqualTo(parsed.end);
    }

    private static Outcome read(byte[] file, boolean scanning) {
        List<Map<String, Object>> events = new ArrayList<>();
        ChromeTraceReader reader =
                new ChromeTraceReader("t", new ByteArrayInputStream(file), ImportLimits.DEFAULT, scanning, false);
        try {
            ImportReport report = reader.read(event -> events.add(EventValues.of(event)));
            return new Outcome(events, report.toString());
        } catch (TraceSyntaxException e) {
            return new Outcome(events, e.toString());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private record Outcome(List<Map<String, Object>> events, String end) {}
}
