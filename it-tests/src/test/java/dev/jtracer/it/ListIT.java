// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The commands that describe the JVMs of the machine: {@code list}, {@code doctor} and {@code version}. */
class ListIT {
    private static final String NAME = Stepper.class.getName();

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void list_showsWhichJvmsAreTracedAndRecording() {
        JvmProcess plain = jvms.app(Stepper.class).start();
        JvmProcess waiting =
                jvms.app(Stepper.class).agent("start=off,include=" + NAME).start();
        JvmProcess recording = jvms.app(Stepper.class).agent("include=" + NAME).start();
        for (JvmProcess app : new JvmProcess[] {plain, waiting, recording}) {
            app.awaitStdout("ready");
        }

        JvmResult list = jvms.jtracer("list").run();
        JvmResult json = jvms.jtracer("list", "--json").run();

        assertThat(list.exitCode()).as(list.stderr()).isZero();
        assertThat(row(list, plain)).matches(" *[0-9]+ +\\S+ +[0-9]\\S* +not traced +\\Q" + NAME + "\\E");
        assertThat(row(list, waiting)).matches(" *[0-9]+ +\\S+ +[0-9]\\S* +traced +\\Q" + NAME + "\\E");
        assertThat(row(list, recording)).matches(" *[0-9]+ +\\S+ +[0-9]\\S* +recording +\\Q" + NAME + "\\E");
        assertThat(json.stdout())
                .startsWith("[{\"pid\":")
                .contains("\"main\":\"" + NAME + "\",\"state\":\"recording\",\"recording\":\""
                        + recording.directory().resolve("jtracer-" + recording.pid() + ".jtr"));
    }

    @Test
    void doctor_findsNothingInAJvmThatCanBeTraced() {
        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");

        JvmResult machine = jvms.jtracer("doctor").run();
        JvmResult doctor = jvms.jtracer("doctor", Long.toString(app.pid())).run();

        assertThat(machine.stdout()).contains("this command runs as user", "free for files in");
        assertThat(doctor.exitCode()).as(doctor.stdout()).isZero();
        assertThat(doctor.stdout().lines()).allMatch(line -> line.startsWith("ok ") || line.startsWith("note "));
    }

    @Test
    void doctor_namesWhatIsInTheWay() {
        JvmProcess closed = jvms.app(Stepper.class)
                .jvm(
                        "-XX:+DisableAttachMechanism",
                        "-Xrs",
                        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y")
                .start();
        closed.awaitStdout("ready");

        JvmResult doctor = jvms.jtracer("doctor", Long.toString(closed.pid())).run();

        assertThat(doctor.exitCode()).isEqualTo(1);
        assertThat(doctor.stderr()).isEqualTo("1 problem found\n");
        assertThat(doctor.stdout())
                .contains(
                        "PROBLEM  process '" + closed.pid() + "' does not let tools attach",
                        "note     -Xrs: the signal never arrives",
                        "note     another agent: '-agentlib:jdwp");
    }

    @Test
    void doctor_reportsAnIncludeWithoutClasses() {
        JvmProcess app = jvms.app(Stepper.class).agent("include=org.other").start();
        app.awaitStdout("ready");

        JvmResult doctor = jvms.jtracer("doctor", Long.toString(app.pid())).run();

        assertThat(doctor.exitCode()).isEqualTo(1);
        assertThat(doctor.stdout()).contains("PROBLEM  no class is woven: include= matches no loaded class");
    }

    @Test
    void version_isAnObjectForPrograms() throws IOException {
        JvmResult version = jvms.jtracer("version", "--json").run();

        assertThat(JsonValue.object(version.stdout())).containsKeys("version", "java", "jvm", "jar");
    }

    private static String row(JvmResult list, JvmProcess app) {
        return list.stdout()
                .lines()
                .filter(line -> line.startsWith(String.format(Locale.ROOT, "%7d ", app.pid())))
                .findFirst()
                .orElseThrow();
    }
}
