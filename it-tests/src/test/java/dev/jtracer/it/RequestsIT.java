// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        Path temporary = jvms.newDirectory("tmp");
        Path link = Files.createSymbolicLink(temporary.resolve("link"), jvms.newDirectory("linked"));
        JvmProcess app = jvms.app(Stepper.class)
                .jvm("-XX:-EnableDynamicAgentLoading", "-Djava.io.tmpdir=" + link)
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

    @Test
    void commandsAtOnce_reachAJvmThatLoadsNoAgents() {
        JvmProcess app = jvms.app(Stepper.class)
                .jvm("-XX:-EnableDynamicAgentLoading")
                .agent(INCLUDE)
                .start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");

        List<JvmProcess> commands = Stream.generate(
                        () -> jvms.jtracer("status", pid).start())
                .limit(3)
                .toList();

        for (JvmProcess command : commands) {
            JvmResult status = command.awaitExit();
            assertThat(status.exitCode()).as(status.stderr()).isZero();
            assertThat(status.stdout()).contains("recording        on");
        }
    }

    @Test
    void tracedJvmThatNoWayLeadsTo_isExplained() {
        JvmProcess app = jvms.app(Stepper.class)
                .jvm("-XX:-EnableDynamicAgentLoading", "-Djava.io.tmpdir=/nowhere")
                .agent(INCLUDE)
                .start();
        app.awaitStdout("ready");

        JvmResult status = jvms.jtracer("status", Long.toString(app.pid())).run();

        assertThat(status.exitCode()).isEqualTo(3);
        assertThat(status.stderr())
                .contains("process '" + app.pid() + "' is traced, but the command did not reach its tracer by file"
                        + " (it announces no file in its java.io.tmpdir), and its JVM does not load agents (")
                .contains("-XX:+EnableDynamicAgentLoading");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clear", "temporary"})
    void applicationWithoutDirectoryForTemporaryFiles_isTraced(String change) {
        JvmProcess app = jvms.app(Stepper.class).start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");
        app.send(change);
        app.awaitStdout("1 ok");

        succeed("attach", pid, INCLUDE);
        app.send("call 10");
        app.awaitStdout("2 ok");
        JvmResult top = jvms.jtracer("top", pid, "--once").run();
        JvmResult stopped = succeed("stop", pid);

        assertThat(top.exitCode()).as(top.stderr()).isZero();
        assertThat(top.stdout()).contains("Stepper.step");
        assertThat(stopped.stdout()).contains("Stepper.step");
    }

    private JvmResult succeed(String... command) {
        JvmResult result = jvms.jtracer(command).run();
        assertThat(result.exitCode()).as(result.stdout() + result.stderr()).isZero();
        return result;
    }
}
