// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Options for programs that run in many JVMs: what their recordings say of them, and which are recorded. */
class FleetIT {
    private static final String OPTIONS = "include=dev.jtracer.examples.hello,output=run.jtr";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void recording_namesServiceVersionAndHost() throws IOException {
        JvmResult traced = jvms.app(HelloCalls.class)
                .env("HOSTNAME", "pod-7")
                .env("OTEL_SERVICE_NAME", "checkout")
                .env("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test,service.version=1.4")
                .agent(OPTIONS)
                .run();
        Path recording = traced.files(".jtr").get(0);

        JvmResult text = jvms.jtracer("report", recording.toString()).run();
        JvmResult json = jvms.jtracer("report", recording.toString(), "--json").run();

        assertThat(text.stdout()).containsPattern("process \\d+ of checkout 1.4 on pod-7, include=");
        assertThat(json.stdout())
                .contains("\"service\":\"checkout\"", "\"serviceVersion\":\"1.4\"", "\"host\":\"pod-7\"");
    }

    @Test
    void name_isThatOfTheProcessInTraces() throws IOException {
        JvmResult traced = jvms.app(HelloCalls.class)
                .env("OTEL_SERVICE_NAME", "checkout")
                .agent("include=dev.jtracer.examples.hello,output=trace.json,name='cart, \u00fc'")
                .run();

        assertThat(Files.readString(traced.files(".json").get(0)))
                .containsPattern("\"process_name\"[^}]*\"name\":\"cart, \u00fc\"");
    }

    /** One of a billion JVMs: the chance that this test meets it is that of one in a billion runs. */
    @Test
    void jvmOutsideTheSample_isLeftAlone() {
        JvmResult left = jvms.app(HelloCalls.class)
                .agent(OPTIONS + ",sample=1/1000000000")
                .run();
        JvmResult quiet = jvms.app(HelloCalls.class)
                .agent(OPTIONS + ",sample=1/1000000000,quiet=on")
                .run();
        JvmResult all =
                jvms.app(HelloCalls.class).agent(OPTIONS + ",sample=1/1").run();

        assertThat(left.tracerLines())
                .isEqualTo(
                        List.of(
                                "TRACER this JVM is not recorded: it is not among the sample=1/1000000000; omit sample= to record it"));
        assertThat(left.exitCode()).isZero();
        assertThat(left.files(".jtr")).isEmpty();
        assertThat(quiet.tracerLines()).isEmpty();
        assertThat(all.files(".jtr")).hasSize(1);
    }

    @Test
    void wrongShare_isExplained() {
        JvmResult traced =
                jvms.app(HelloCalls.class).agent(OPTIONS + ",sample=0.01").run();

        assertThat(traced.tracerLines()).singleElement().asString().contains("'0.01'", "write 1/100");
        assertThat(traced.exitCode()).isZero();
    }
}
