// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jtracer.it.app.AsyncTomcat;
import dev.jtracer.it.app.ErrorPageTomcat;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import jakarta.annotation.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests of servlets that end after the method that began them. */
class AsyncRequestIT {
    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @Test
    void request_hasItsStatusAtItsEnd() throws IOException {
        JvmResult traced = jvms.app(AsyncTomcat.class)
                .onClassPath(Tomcat.class, Resource.class)
                .jvm("-Xverify:all")
                .quick()
                .agent("include=" + AsyncTomcat.Answers.class.getName())
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout())
                .as(traced.stderr())
                .isEqualTo("/now 201\n/later 202\n/again 203\n/within 204\n/never 500\n");
        StrictTrace trace = traced.trace();
        for (String path : new String[] {"/later", "/again", "/within", "/never"}) {
            String end = "HTTP GET " + path + " async";
            assertThat(trace.passesOf(end)).as(end).hasSize(1);
            assertThat(trace.runsOf(end))
                    .as(end)
                    .extracting(StrictTrace.Run::number, StrictTrace.Run::ambiguous)
                    .containsExactly(tuple(trace.passesOf(end).get(0).number(), false));
        }
        assertThat(trace.runsOf("HTTP GET /later async").get(0).thread()).startsWith("pool-");
        assertThat(trace.passesOf("HTTP GET /now async")).isEmpty();
        JvmResult report = jvms.jtracer("report", traced.files(".json").get(0).toString(), "--by", "request", "--json")
                .run();
        assertThat(report.stdout())
                .containsPattern(route("/now", 201))
                .containsPattern(route("/later", 202))
                .containsPattern(route("/again", 203))
                .containsPattern(route("/within", 204))
                .containsPattern(route("/never", 500));
        assertThat(statuses(traced)).containsExactlyInAnyOrder("201", "202", "203", "204", "500");
        for (String last : new String[] {"/later async", "/again continued", "/never async"}) {
            String path = last.substring(0, last.indexOf(' '));
            long begin = trace.rows().stream()
                    .flatMap(row -> row.outer().stream())
                    .filter(call -> call.name().equals("HTTP GET " + path))
                    .findFirst()
                    .orElseThrow()
                    .startNanos();
            long lastPart = trace.runsOf("HTTP GET " + last).get(0).place().nanos();
            assertThat(totalNanos(report.stdout(), path)).as(last).isGreaterThanOrEqualTo(lastPart - begin);
        }
    }

    /** Returns the time that the requests of a route took. */
    private static long totalNanos(String report, String path) {
        Matcher total = Pattern.compile("\"name\":\"HTTP GET " + path + "\",\"count\":1,\"totalNanos\":(\\d+)")
                .matcher(report);
        assertThat(total.find()).as(report).isTrue();
        return Long.parseLong(total.group(1));
    }

    @Test
    void errorPage_belongsToItsRequest() throws IOException {
        JvmResult traced = jvms.app(ErrorPageTomcat.class)
                .onClassPath(Tomcat.class, Resource.class)
                .jvm("-Xverify:all")
                .quick()
                .agent("include=" + ErrorPageTomcat.Answers.class.getName())
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout())
                .as(traced.stderr())
                .isEqualTo("/good 200\n/refused 401\n/fails 500\n/late 503\n/guarded 403\n");
        JvmResult report = jvms.jtracer("report", traced.files(".json").get(0).toString(), "--by", "request", "--json")
                .run();
        assertThat(report.stdout())
                .containsPattern(route("/good", 200))
                .containsPattern(route("/refused", 401))
                .containsPattern(route("/fails", 500))
                .containsPattern(route("/late", 503))
                .containsPattern(route("/guarded", 403))
                .doesNotContain("HTTP GET /error");
        StrictTrace trace = traced.trace();
        assertThat(trace.count("dev.jtracer.it.app.ErrorPageTomcat$Answers.show"))
                .isEqualTo(4);
        assertThat(trace.passesOf("HTTP GET /late continued")).hasSize(1);
        assertThat(trace.runsOf("HTTP GET /late continued"))
                .extracting(StrictTrace.Run::number, StrictTrace.Run::ambiguous)
                .containsExactly(
                        tuple(trace.passesOf("HTTP GET /late continued").get(0).number(), false));
        assertThat(statuses(traced)).containsExactlyInAnyOrder("200", "401", "500", "503", "403");
    }

    /** Returns the pattern of a route with one request, and its status in the right class. */
    private static String route(String path, int status) {
        String none = "\"1xx\":0,\"2xx\":0,\"3xx\":0,\"4xx\":0,\"5xx\":0";
        String statuses = none.replace(status / 100 + "xx\":0", status / 100 + "xx\":1");
        return "\"name\":\"HTTP GET " + path + "\",\"count\":1,[^}]*\\{" + statuses + "}";
    }

    /** Returns the statuses of all requests to the program. */
    private static List<String> statuses(JvmResult traced) throws IOException {
        return Pattern.compile("\"HTTP GET /[a-z ]+\",\"args\":\\{\"status\":(\\d+)")
                .matcher(Files.readString(traced.files(".json").get(0)))
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
