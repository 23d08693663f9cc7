// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands to a running tracer, for which the JVM loads no agent. */
class RequestsIT {
    private static final String INCLUDE = "include=dev.jtracer.it.app";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void commandsAfterAnAttach_printNoFurtherWarning() throws IOException {
        Path temporary = jvms.newDirectory("tmp");
        JvmProcess app =
                jvms.app(Stepper.class).jvm("-Djava.io.tmpdir=" + temporary).start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");

        succeed("attach", pid, INCLUDE);
        app.send("call 10");
        app.awaitStdout("1 ok");
        JvmResult status = succeed("status", pid);
        succeed("stop", pid);
        succeed("start", pid);
        succeed("top", pid, "--once", "--interval", "100ms");
        succeed("toggle", pid);
        JvmResult removed = succeed("detach", pid);

        assertThat(status.stdout()).contains("recording        on");
        assertThat(removed.stdout()).contains("the tracer has left this JVM");
        assertThat(app.stderr().split("agent has been loaded dynamically", -1)).hasSize(Jdk.feature() < 21 ? 1 : 2);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void commands_reachAJvmThatLoadsNoAgents() throws IOException {
        Path runtime = Jdk.link(jvms.newDirectory("runtime").resolve("image"), "java.base,java.instrument");
        JvmProcess app = jvms.app(Stepper.class)
                .jvm("-XX:-EnableDynamicAgentLoading")
                .agent(INCLUDE)
                .start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");
        app.send("call 10");
        app.awaitStdout("1 ok");

        JvmResult doctor = succeed("doctor", pid);
        JvmResult bySocket = jvms.jtracer("status", pid).runtime(runtime).run();
        JvmResult stopped = succeed("stop", pid);
        app.send("exit 0");
        JvmResult result = app.awaitExit();

        assertThat(doctor.stdout()).contains("it is traced; recording is on");
        assertThat(bySocket.stdout()).contains("recording        on");
        assertThat(stopped.stdout()).contains("Stepper.step");
        assertThat(result.trace().count("dev.jtracer.it.app.Stepper.step")).isEqualTo(10);
    }

    @Test
    void tracerWithoutDirectoryForRequests_isLoadedOnceMore() {
        JvmProcess app = jvms.app(Stepper.class)
                .jvm("-Djava.io.tmpdir=/nowhere")
                .agent(INCLUDE)
                .start();
        app.awaitStdout("ready");

        JvmResult status = succeed("status", Long.toString(app.pid()));

        assertThat(status.stdout()).contains("recording        on");
    }

    private JvmResult succeed(String... command) {
        JvmResult result = jvms.jtracer(command).run();
        assertThat(result.exitCode()).as(result.stdout() + result.stderr()).isZero();
        return result;
    }
}
