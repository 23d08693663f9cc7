// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.app.StuckOrder;
import dev.jtracer.it.app.longrunning.ToggleMe;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToggleIT {
    private static final String STEP = "dev.jtracer.it.app.Stepper.step";
    private static final String WAITING = "dev.jtracer.it.app.Stepper.waiting";
    private static final String OFF = "include=dev.jtracer.it.app,start=off";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(strings = {"api", "jmx"})
    void startStop_tracesTheCallsBetween(String means) {
        JvmProcess app = jvms.app(Stepper.class).agent(OFF).start();

        converse(app, "call 10", means + " start", "call 20", means + " stop", "call 40", means + " start", "call 80");
        app.send("exit 0");
        JvmResult result = app.awaitExit();

        assertThat(stepsInEachFile(result)).containsExactly(20L, 80L);
    }

    @Test
    void dump_listsTheOpenCallsWithTheirAgesAndTheLineOfThePass() throws InterruptedException {
        JvmProcess app =
                jvms.app(StuckOrder.class).agent("include=dev.jtracer.it.app").start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("stuck");
        Thread.sleep(1_100);

        String dump = jvms.jtracer("dump", "StuckOrder").run().stdout();
        String age = "\\n +[0-9.]+ s  ";
        String cpu = ", CPU [0-9.]+ [num]s in the last [0-9.]+ m?s";
        assertThat(dump)
                .matches("2 threads with open calls\nmain" + cpu
                        + age + "StuckOrder.main" + age + "  StuckOrder.handle\npricing" + cpu
                        + age + "StuckOrder.handle:[0-9]+ -> ExecutorService.submit\\[0]"
                        + (age + "( *)StuckOrder.price").repeat(4)
                        + age + " +StuckOrder.read\n");
        assertThat(jvms.jtracer("reset", pid).run().exitCode()).isZero();
        assertThat(jvms.jtracer("dump", pid).run().stdout()).isEqualTo("no call is open\n");
        assertThat(jvms.jtracer("stop", pid).run().exitCode()).isZero();
        JvmResult stopped = jvms.jtracer("dump", pid).run();
        assertThat(stopped.exitCode()).isEqualTo(3);
        assertThat(stopped.stderr()).startsWith("nothing is recorded, so no open call is known");
        app.send("go on");
        assertThat(app.awaitExit().exitCode()).isZero();
    }

    @Test
    void withoutTotals_everyCommandThatNeedsThemSaysWhy() {
        JvmProcess app = jvms.app(Stepper.class)
                .agent("include=dev.jtracer.it.app,print=tables,totals=off")
                .start();
        String pid = Long.toString(app.pid());
        converse(app, "call 10");

        for (String command : List.of("dump", "reset")) {
            JvmResult declined = jvms.jtracer(command, pid).run();
            assertThat(declined.exitCode()).as(command).isEqualTo(3);
            assertThat(declined.stderr())
                    .startsWith("totals='off' adds up nothing; read the recording: java -jar tracer.jar report '");
        }
        assertThat(jvms.jtracer("top", pid, "--once").run().stdout())
                .contains("\nno totals: totals='off' adds up nothing; ")
                .doesNotContain("no call has ended");
        Await.until("counted records", () -> jvms.jtracer("status", pid)
                .run()
                .stdout()
                .lines()
                .anyMatch(line -> line.matches("events +5[0-9]\\b.*")));
        assertThat(jvms.jtracer("stop", pid).run().stdout())
                .contains("\nno totals, by totals=off; see java -jar tracer.jar report ")
                .doesNotContain("Methods");
        app.send("exit 0");
        JvmResult result = app.awaitExit();
        assertThat(stepsInEachFile(result)).containsExactly(10L);
    }

    /** The ring cannot continue with the next file, now or later. */
    @Test
    void recordingThatCannotBeFinished_isAbandonedByTheNextStart() throws IOException {
        Path directory = jvms.newDirectory("output");
        Path removed = Files.createDirectory(directory.resolve("removed"));
        JvmProcess app = jvms.app(Stepper.class)
                .agent("include=dev.jtracer.it.app.Stepper,ring=1m,output=" + removed.resolve("trace.json"))
                .start();
        app.awaitStdout("ready");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(removed)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(removed);
        app.send("call 2000000");
        app.awaitStderr("it is tried again");
        app.awaitStdout("1 ok");

        converse(app, "api stop", "api start");
        Files.createDirectory(removed);
        converse(app, "api start", "call 20");
        app.send("exit 0");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).isZero();
        assertThat(StrictTrace.scan(removed.resolve("trace.json")).count(STEP)).isEqualTo(20);
    }

    @Test
    void command_startsAndStopsAnotherJvm() {
        JvmProcess app = jvms.app(Stepper.class).agent(OFF).start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");

        assertThat(jvms.jtracer("start", pid).run().exitCode()).isZero();
        app.send("call 20");
        app.awaitStdout("1 ok");
        assertThat(jvms.jtracer("stop", pid).run().exitCode()).isZero();
        app.send("call 40");
        app.awaitStdout("2 ok");
        app.send("exit 0");

        assertThat(stepsInEachFile(app.awaitExit())).containsExactly(20L);
    }

    @ParameterizedTest
    @CsvSource({"'', kill -URG PID  or:", "',signal=off', ''"})
    void offAtTheStart_saysHowToStart(String options, String signal) {
        JvmProcess app = jvms.app(Stepper.class).agent(OFF + options).start();
        app.awaitStdout("ready");

        String line = app.stderr()
                .lines()
                .filter(each -> each.startsWith("TRACER "))
                .findFirst()
                .orElseThrow();
        assertThat(line)
                .isEqualTo(
                        "TRACER not recording yet; classes of 'dev.jtracer.it.app' are woven as they are loaded; start with: "
                                + (signal.isEmpty() ? "" : signal.replace("PID", Long.toString(app.pid())) + " ")
                                + "java -jar " + TracerJar.path() + " start " + app.pid());
        JvmResult started = jvms.shell("starter", Stepper.class).run(line.substring(line.indexOf("java -jar")));
        assertThat(started.stdout()).startsWith("recording to '");
    }

    @Test
    void attachWithoutStart_saysWhatIsWoven() {
        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");

        JvmResult attached = jvms.jtracer(
                        "attach", Long.toString(app.pid()), "include=" + Stepper.class.getName(), "start=off")
                .run();

        assertThat(attached.stdout())
                .matches("not recording yet; woven: [0-9]+ methods in 1 loaded class of '" + Stepper.class.getName()
                        + "'; start with: kill -URG " + app.pid() + "  or: java -jar .* start " + app.pid()
                        + "\n");
    }

    @Test
    void signal_togglesAProgramThatNeverStopsWorking() {
        JvmProcess app = jvms.app(ToggleMe.class)
                .agent("include=dev.jtracer.it.app.longrunning,start=off")
                .start();
        app.awaitStdout("working");

        for (int recording = 1; recording <= 3; recording++) {
            app.signal("URG");
            awaitLines(app, "TRACER recording to .*", recording);
            app.signal("URG");
            awaitLines(app, "TRACER (wrote |no call was recorded).*", recording);
        }
        app.send("");

        JvmResult result = app.awaitExit();
        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout()).isEqualTo("working; press Enter to end\ndone\n");
        // On a busy machine the program may not have run between two signals.
        long written = result.tracerLines().stream()
                .filter(line -> line.startsWith("TRACER wrote "))
                .count();
        assertThat(result.files(".json").stream().map(StrictTrace::scan)).hasSize((int) written);
        assertThat(written).isPositive();
    }

    @Test
    void stopInMidCall_closesItAsUnfinishedAndChangesNothing() {
        JvmProcess app = jvms.app(Stepper.class).agent(OFF).start();

        converse(app, "api start", "enter", "call 1", "api stop", "call 1", "leave", "api start", "call 1", "api stop");
        app.send("exit 7");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).isEqualTo(7);
        List<StrictTrace> traces =
                result.files(".json").stream().map(StrictTrace::read).toList();
        assertThat(traces).hasSize(2);
        assertThat(traces.get(0).tree("main").lines().filter(line -> line.contains("waiting")))
                .containsExactly(WAITING + " unfinished");
        assertThat(traces.get(0).count(STEP)).isEqualTo(1);
        assertThat(traces.get(1).tree("main")).doesNotContain("waiting").doesNotContain("unfinished");
        assertThat(traces.get(1).count(STEP)).isEqualTo(1);
    }

    @Test
    void toggling_retransformsNothing() throws IOException {
        Path log = jvms.newDirectory("log").resolve("redefined.txt");
        JvmProcess app = jvms.app(Stepper.class)
                .jvm("-Xlog:redefine+class*=debug:file=" + log)
                .agent(OFF)
                .start();
        converse(app, "api start", "call 1", "api stop");
        String afterFirst = Files.readString(log);

        for (int i = 0; i < 20; i++) {
            converse(app, "api start", "call 1", "api stop");
        }

        assertThat(log).hasContent(afterFirst);
        app.send("exit 0");
        assertThat(stepsInEachFile(app.awaitExit())).hasSize(21).containsOnly(1L);
    }

    @Test
    void signalNeededByTheJvm_isRefusedByName() {
        JvmProcess app = jvms.app(Stepper.class).agent(OFF + ",signal=USR2").start();
        converse(app, "call 1");
        app.send("exit 0");

        assertThat(app.awaitExit().tracerLines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("USR2").contains("URG"));
    }

    /** Sends the commands and waits for the answer to each. Answers are numbered through the life of the process. */
    private static void converse(JvmProcess app, String... commands) {
        long answered =
                app.stdout().lines().filter(line -> line.endsWith(" ok")).count();
        for (String command : commands) {
            app.send(command);
            app.awaitStdout(++answered + " ok\n");
        }
    }

    private static List<Long> stepsInEachFile(JvmResult result) {
        return result.files(".json").stream()
                .map(file -> StrictTrace.scan(file).count(STEP))
                .sorted()
                .toList();
    }

    private static void awaitLines(JvmProcess app, String pattern, int count) {
        Await.until(
                count + " lines '" + pattern + "'",
                () -> app.stderr().lines().filter(line -> line.matches(pattern)).count() == count);
    }
}
