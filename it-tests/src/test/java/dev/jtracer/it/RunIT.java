// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.Shell;
import dev.jtracer.it.harness.StrictTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The command {@code run}, as typed. */
class RunIT {
    private static final String HELLO = HelloCalls.class.getName();

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void run_tracesTheProgramAndNamesTheFile() {
        Shell shell = jvms.shell("shell", HelloCalls.class);

        JvmResult run = shell.run(
                "jtracer run include=" + HELLO + " output='a b.json' -- \"$JAVA\" -cp \"$EXAMPLES\" " + HELLO);

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.stdout()).isEqualTo("<hello> [world]\n");
        String file = shell.directory().resolve("a b.json").toString();
        assertThat(run.stderr()
                        .lines()
                        .filter(line -> !line.startsWith("TRACER"))
                        .toList())
                .anyMatch(line -> line.matches("\\Q" + file + "\\E  [0-9.]+ KB"))
                .last()
                .asString()
                .startsWith("read with: java -jar ")
                .endsWith(" report '" + file + "'");
        assertThat(StrictTrace.read(shell.directory().resolve("a b.json")).count(HELLO + ".decorate"))
                .isEqualTo(2);
    }

    @Test
    void propertiesOfTheProgram_areOptions() {
        Shell shell = jvms.shell("shell", HelloCalls.class);

        JvmResult run = shell.run("jtracer run -- \"$JAVA\" -cp \"$EXAMPLES\" -Djtracer.include=" + HELLO
                + " -Djtracer.output=own.json " + HELLO);

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.stderr())
                .contains("\n" + shell.directory().resolve("own.json") + "  ")
                .endsWith(" report " + shell.directory().resolve("own.json") + "\n");
    }

    @Test
    void programsStreamsAndExitCode_areThoseOfTheCommand() {
        Shell shell = jvms.shell("shell", Stepper.class);
        String program = " -- \"$JAVA\" -cp \"$EXAMPLES\" " + Stepper.class.getName();

        JvmResult run = shell.run(
                "printf 'call 5\\nexit 7\\n' | jtracer run quiet=on include=" + Stepper.class.getName() + program);

        assertThat(run.exitCode()).isEqualTo(7);
        assertThat(run.stdout()).isEqualTo("ready\n1 ok\n");
        assertThat(run.stderr()).contains("read with: ").endsWith("the program ended with exit code 7\n");
    }

    @Test
    void signal_endsTheProgramWhichWritesItsFile() {
        Shell shell = jvms.shell("shell", Stepper.class);
        JvmProcess run = shell.start("exec \"$JAVA\" -jar \"$TRACER\" run output=t%n.json include="
                + Stepper.class.getName() + " -- \"$JAVA\" -cp \"$EXAMPLES\" " + Stepper.class.getName());
        run.send("call 5");
        run.awaitStdout("1 ok");

        run.signal("TERM");
        JvmResult ended = run.awaitExit();

        assertThat(ended.exitCode()).isEqualTo(143);
        assertThat(ended.stderr()).contains("/t1.json  ", "read with: ");
        assertThat(StrictTrace.read(shell.directory().resolve("t1.json")).count(Stepper.class.getName() + ".step"))
                .isEqualTo(5);
    }

    @Test
    void mistakes_areReportedBeforeTheProgramStarts() {
        Shell shell = jvms.shell("shell", HelloCalls.class);

        JvmResult option = shell.run("jtracer run inclde=com.acme -- \"$JAVA\" -version");
        JvmResult other = shell.run("jtracer run include=com.acme -- mvn package");
        JvmResult nothing = shell.run("jtracer run include=com.acme");

        assertThat(option.exitCode()).isEqualTo(2);
        assertThat(option.stderr()).isEqualTo("unknown option 'inclde'; did you mean 'include'?\n");
        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.stderr()).startsWith("'mvn' is not java; give other programs the agent by JAVA_TOOL_OPTIONS=");
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.stderr()).startsWith("the program behind '--' is missing; ");
    }

    @Test
    void config_showsWhereEachValueComesFrom() {
        Shell shell = jvms.shell("shell", HelloCalls.class);

        JvmResult config = shell.run(
                "echo exit=9s > my.properties\n"
                        + "JTRACER_SORT=max java -Djtracer.min=1ms -jar \"$TRACER\" config explain include=com.acme config=my.properties");
        JvmResult missing = shell.run("jtracer config explain min=1ms");

        assertThat(config.exitCode()).as(config.stderr()).isZero();
        assertThat(config.stdout().replaceAll(" +", " ").lines())
                .contains(
                        "include com.acme agent argument",
                        "sort max JTRACER_SORT",
                        "min 1ms -Djtracer.min",
                        "depth 500 default");
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.stdout()).contains("min ");
        assertThat(missing.stderr()).startsWith("option 'include' is missing");
    }
}
