// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.Shell;
import dev.jtracer.it.harness.TracerJar;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A JVM with process ids and mounts of its own, as in a container, and commands outside. */
class ContainerIT {
    private static final String UNSHARE = "unshare --pid --mount --fork --mount-proc ";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private Shell shell;

    @BeforeEach
    void checkNamespaces() {
        shell = jvms.shell("container", Stepper.class);
        JvmResult tried = shell.run(UNSHARE + "true");
        assumeTrue(tried.exitCode() == 0, "this user or system makes no namespaces: " + tried.stderr());
    }

    /** Starts a JVM in which a command ran before, and returns its outer process. */
    private JvmProcess start(String before) {
        String program = " exec \"$JAVA\" -cp \"$EXAMPLES\" " + Stepper.class.getName();
        JvmProcess outer = shell.start("exec " + UNSHARE + "sh -c '" + before + program + "'");
        outer.awaitStdout("ready");
        return outer;
    }

    private static String pid(JvmProcess outer) {
        return ProcessHandle.of(outer.pid())
                .flatMap(unshare -> unshare.descendants().findFirst())
                .map(jvm -> Long.toString(jvm.pid()))
                .orElseThrow();
    }

    @Test
    void jvmWithItsOwnProcessIds_isListedAttachedAndStopped() {
        JvmProcess outer = start("");
        String pid = pid(outer);

        JvmResult list = jvms.jtracer("list").run();
        JvmResult attached =
                jvms.jtracer("attach", pid, "include=dev.jtracer.it.app").run();
        outer.ask("call 20", "1 ok\n");
        JvmResult status = jvms.jtracer("status", pid).run();
        JvmResult stopped = jvms.jtracer("stop", pid).run();
        outer.send("exit 0");
        outer.awaitExit();

        assertThat(list.stdout()).containsPattern(pid + " .* not traced +" + Stepper.class.getName());
        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        assertThat(status.stdout()).as(status.stderr()).contains("recording ", "jtracer-1.json");
        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(stopped.stdout()).containsPattern(" 20 .* Stepper.step\\b");
    }

    /** A JVM whose directories are others than those outside, where the same path is no jar. */
    @Test
    void jvmThatDoesNotSeeTheJar_isNamedWithTheNextStep() {
        JvmProcess outer = start("mount -t tmpfs none \"$(dirname \"$TRACER\")\";");
        String pid = pid(outer);

        JvmResult attached =
                jvms.jtracer("attach", pid, "include=dev.jtracer.it.app").run();
        outer.send("exit 0");
        outer.awaitExit();

        assertThat(attached.exitCode()).isEqualTo(3);
        assertThat(attached.stderr())
                .isEqualTo(
                        "process '" + pid + "' cannot read '" + TracerJar.path()
                                + "'; run tracer.jar from a path that its user can read, and where its container has tracer.jar too\n");
    }
}
