// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jtracer.it.app.SentRequests;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that the program sends by the JDK's clients. */
class SentRequestsIT {
    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @Test
    void sentRequests_areCallsWithTargetAndStatus() throws IOException {
        JvmResult traced = jvms.app(SentRequests.class)
                .jvm("-Xverify:all")
                .agent("include=" + SentRequests.Sender.class.getName())
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout()).as(traced.stderr()).isEqualTo("""
                        201
                        500
                        202
                        IOException 0
                        java.lang.NullPointerException
                        no answer
                        204 -1
                        404 FileNotFoundException
                        203 -1
                        no answer
                        """);
        String port = Pattern.compile("127\\.0\\.0\\.1:(\\d+)")
                .matcher(Files.readString(traced.files(".json").get(0)))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertThat(traced.trace().tree("main").replace(port, "PORT")).contains("""
                        dev.jtracer.it.app.SentRequests$Sender.send
                          dev.jtracer.it.app.SentRequests$Sender.request
                          HTTP GET 127.0.0.1:PORT/status/{id}
                        """, """
                        dev.jtracer.it.app.SentRequests$Sender.sendAsync
                          dev.jtracer.it.app.SentRequests$Sender.request
                          HTTP GET 127.0.0.1:PORT/status/{id}
                        dev.jtracer.it.app.SentRequests$Sender.failAsync
                          dev.jtracer.it.app.SentRequests$Sender.request
                          HTTP GET 127.0.0.1:PORT/abort
                        dev.jtracer.it.app.SentRequests$Sender.fail
                        dev.jtracer.it.app.SentRequests$Sender.fail
                          dev.jtracer.it.app.SentRequests$Sender.request
                          HTTP GET 127.0.0.1:PORT/abort threw
                        """, """
                        dev.jtracer.it.app.SentRequests$Sender.connect
                          HTTP GET 127.0.0.1:PORT/moved
                        dev.jtracer.it.app.SentRequests$Sender.connect
                          HTTP GET 127.0.0.1:PORT/abort threw
                        """);
        for (String path : new String[] {"/status/{id}", "/abort"}) {
            String end = "HTTP GET 127.0.0.1:" + port + path + " async";
            assertThat(traced.trace().passesOf(end)).as(end).hasSize(1);
            assertThat(traced.trace().runsOf(end))
                    .as(end)
                    .extracting(StrictTrace.Run::number, StrictTrace.Run::ambiguous)
                    .containsExactly(tuple(traced.trace().passesOf(end).get(0).number(), false));
        }
        assertThat(traced.trace().count("HTTP GET 127.0.0.1:" + port + "/abort"))
                .isEqualTo(3);
        assertThat(Files.readString(traced.files(".json").get(0)))
                .contains("\"method\":\"GET\",\"target\":\"127.0.0.1:" + port + "/status/{id}\"")
                .doesNotContain("secret")
                .doesNotContain("user");
        JvmResult report = jvms.jtracer("report", traced.files(".json").get(0).toString(), "--by", "request", "--json")
                .run();
        assertThat(report.stdout())
                .containsPattern("\"name\":\"HTTP GET 127.0.0.1:\\d+/status/\\{id}\",\"count\":5,[^}]*\"sent\":true,"
                        + "\"statuses\":\\{\"1xx\":0,\"2xx\":3,\"3xx\":0,\"4xx\":1,\"5xx\":1}")
                .containsPattern("\"name\":\"HTTP GET /status/\\{id}\",[^}]*\"sent\":false,");
    }

    @Test
    void contextOff_leavesTheClientsOfTheJdkAlone() throws IOException {
        JvmResult traced = jvms.app(SentRequests.class)
                .jvm("-Xverify:all")
                .agent("include=" + SentRequests.Sender.class.getName() + ",context=off")
                .run();

        assertThat(traced.stdout()).as(traced.stderr()).startsWith("201\n500\n202\n");
        assertThat(Files.readString(traced.files(".json").get(0))).doesNotContain("HTTP GET");
    }
}
