// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.EarlyLambda;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttachIT {
    private static final String STEP = "dev.jtracer.it.app.Stepper.step";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void attach_tracesARunningJvmUntilStopped() {
        JvmProcess app = jvms.app(Stepper.class).start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");
        app.send("call 10");
        app.awaitStdout("1 ok");

        JvmResult attached =
                jvms.jtracer("attach", pid, "include=dev.jtracer.it.app").run();
        app.send("call 20");
        app.awaitStdout("2 ok");
        JvmResult status = jvms.jtracer("status", pid).run();
        JvmResult stopped = jvms.jtracer("stop", pid).run();
        app.send("call 40");
        app.awaitStdout("3 ok");
        app.send("exit 9");
        JvmResult result = app.awaitExit();

        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        assertThat(status.exitCode()).as(status.stderr()).isZero();
        assertThat(status.stdout()).contains("recording");
        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(result.exitCode()).isEqualTo(9);
        assertThat(result.stdout()).isEqualTo("ready\n1 ok\n2 ok\n3 ok\n");
        assertThat(result.trace().count(STEP)).isEqualTo(20);
    }

    @Test
    void lambdaMadeBefore_showsAsTheMethodThatItIs() {
        JvmProcess app = jvms.app(EarlyLambda.class).start();
        app.awaitStdout("ready");

        JvmResult attached = jvms.jtracer("attach", Long.toString(app.pid()), "include=dev.jtracer.it.app")
                .run();
        app.send("go on");
        JvmResult result = app.awaitExit();

        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        assertThat(result.stdout()).isEqualTo("made early\nready\nmade early\nmade late\n");
        assertThat(result.trace().tree("main").replace("dev.jtracer.it.app.EarlyLambda.", ""))
                .isEqualTo("""
                        use
                          lambda$made$0
                        made
                        use
                          use[0] callback
                            lambda$made$0
                        """);
    }

    @Test
    void runtimeWithoutJdkAttach_attachesToo() throws IOException {
        Path runtime = Jdk.link(jvms.newDirectory("runtime").resolve("image"), "java.base,java.instrument");
        JvmProcess app = jvms.app(Stepper.class).start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");

        JvmResult early = jvms.jtracer("status", pid).runtime(runtime).run();
        JvmResult attached = jvms.jtracer("attach", pid, "include=dev.jtracer.it.app")
                .runtime(runtime)
                .run();
        app.send("call 20");
        app.awaitStdout("1 ok");
        JvmResult stopped = jvms.jtracer("stop", pid).runtime(runtime).run();
        app.send("exit 0");
        JvmResult result = app.awaitExit();

        assertThat(early.stderr()).contains("process '" + pid + "' runs without the tracer");
        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(result.stdout()).isEqualTo("ready\n1 ok\n");
        assertThat(result.trace().count(STEP)).isEqualTo(20);
    }

    @Test
    void runtimeWithoutJdkAttach_saysWhyAJvmDeclines() throws IOException {
        Path runtime = Jdk.link(jvms.newDirectory("runtime").resolve("image"), "java.base,java.instrument");
        JvmProcess app =
                jvms.app(Stepper.class).jvm("-XX:-EnableDynamicAgentLoading").start();
        app.awaitStdout("ready");

        JvmResult declined = jvms.jtracer("attach", Long.toString(app.pid()), "include=dev.jtracer.it.app")
                .runtime(runtime)
                .run();

        assertThat(declined.exitCode()).isEqualTo(3);
        assertThat(declined.stderr()).contains("does not load agents (", "-XX:+EnableDynamicAgentLoading");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void socketOfAKilledProcess_isNotTakenForTheJvms(boolean withJdkAttach) throws IOException {
        Path runtime = withJdkAttach
                ? Jdk.home()
                : Jdk.link(jvms.newDirectory("runtime").resolve("image"), "java.base,java.instrument");
        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");
        leaveSocket(app);

        JvmResult attached = jvms.jtracer("attach", Long.toString(app.pid()), "include=dev.jtracer.it.app")
                .runtime(runtime)
                .run();

        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
    }

    /** Leaves a socket on which nobody listens, as a process of the same number does that is killed. */
    static void leaveSocket(JvmProcess jvm) throws IOException {
        Path socket = Path.of("/tmp/.java_pid" + jvm.pid());
        Files.deleteIfExists(socket); // a process of the same number may have left one already
        try (ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(socket));
        }
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void attachByTool_findsNoJvm() {
        JvmResult result =
                jvms.jtracer("attach", "999999999", "include=com.acme").run();

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stdout()).isEmpty();
        assertThat(result.stderr().lines()).singleElement().satisfies(line -> assertThat(line)
                .contains("999999999"));
    }

    @Test
    void attachDisabled_saysWhichFlag() {
        JvmProcess app =
                jvms.app(Stepper.class).jvm("-XX:+DisableAttachMechanism").start();
        app.awaitStdout("ready");

        JvmResult result = jvms.jtracer("attach", Long.toString(app.pid()), "include=com.acme")
                .run();

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stderr()).contains("DisableAttachMechanism");
    }

    @Test
    void badOptions_leaveTheTargetAlone() {
        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");

        JvmResult result = jvms.jtracer("attach", Long.toString(app.pid()), "include=dev.jtracer.it.app,outptu=x")
                .run();
        app.send("exit 0");

        assertThat(result.exitCode()).isNotZero();
        assertThat(result.stderr()).contains("'outptu'").contains("'output'");
        assertThat(app.awaitExit().exitCode()).isZero();
    }

    @Test
    void unknownCommand_isAUsageError() {
        JvmResult result = jvms.jtracer("atach", "1").run();

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.stderr()).contains("'atach'").contains("attach");
    }

    @Test
    void noArguments_printHelp() {
        JvmResult help = jvms.jtracer().run();

        assertThat(help.stdout()).contains("attach").contains("start").contains("convert");
    }
}
