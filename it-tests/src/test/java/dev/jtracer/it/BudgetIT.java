// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.HeldCallback;
import dev.jtracer.it.app.HotPasses;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code budget=}: methods are dropped while tracing takes more of the CPU time than it may. */
class BudgetIT {
    private static final String STEP = Stepper.class.getName() + ".step";
    private static final String HALF = Stepper.class.getName() + ".half";
    private static final String WAITING = Stepper.class.getName() + ".waiting";
    private static final int CALLS = 500_000;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private JvmProcess start(String budget) {
        JvmProcess app = jvms.app(Stepper.class)
                .agent("include=dev.jtracer.it.app,print=off,output=trace.jtr,budget=" + budget)
                .start();
        app.awaitStdout("ready");
        return app;
    }

    private String run(String... command) {
        return jvms.jtracer(command).run().stdout();
    }

    private static List<Path> recordings(JvmProcess app) throws IOException {
        return new JvmResult(0, "", "", app.directory()).files(".jtr");
    }

    /** Makes calls until those of two methods are dropped. Returns how many calls were made. */
    private long callUntilDropped(JvmProcess app) {
        String pid = Long.toString(app.pid());
        long[] calls = new long[1];
        Await.until("dropped methods", () -> {
            app.ask("call " + CALLS, " ok\n");
            calls[0] += CALLS;
            return run("status", pid).matches("(?s).*methods dropped +2\n.*");
        });
        return calls[0];
    }

    @Test
    void shortMethods_areDroppedAndNamedEverywhere() throws IOException {
        JvmProcess app = start("5%");
        long before = callUntilDropped(app);
        for (int i = 0; i < 10; i++) {
            app.ask("call " + CALLS, " ok\n");
        }
        app.ask("enter", " ok\n");
        app.ask("leave", " ok\n");
        String pid = Long.toString(app.pid());
        run("stop", pid);
        run("start", pid);
        app.ask("call " + CALLS, " ok\n");
        app.ask("enter", " ok\n");
        app.ask("leave", " ok\n");
        app.send("leave");
        JvmResult ended = app.awaitExit();

        long rounds = before / CALLS + 11;
        assertThat(ended.stdout()).endsWith("same lambda true\nsum " + rounds * 3 * CALLS * (CALLS - 1) + "\n");
        assertThat(ended.stderr())
                .containsPattern("TRACER budget=5%: tracing took [0-9.]+ % of the CPU time; dropped [12] methods?: ")
                .contains("TRACER budget=5%: dropped 2 methods; tracing took ");
        List<Path> files = recordings(app);
        JsonReport first = JsonReport.of(jvms, files.subList(0, 1));
        assertThat(first.calls(STEP)).isBetween(CALLS / 10L, before);
        assertThat(first.calls(HALF)).isBetween(CALLS / 10L, before);
        assertThat(first.calls(WAITING)).isEqualTo(1);
        assertThat(first.text()).containsPattern("\"droppedMethods\":\\{\"[^}]*" + STEP + "\":[1-9]");
        assertThat(run("report", files.get(0).toString()))
                .contains("2 methods dropped, because", STEP + ", ", "Stepper.half  (dropped)");
        assertThat(run("convert", files.get(0).toString(), "--min", "1ms", "-o", "-"))
                .contains("budget=5%: tracing took", "{\"name\":\"jtracer\"}");
        JsonReport second = JsonReport.of(jvms, files.subList(1, 2));
        assertThat(second.text()).contains(STEP + "\":0").doesNotContain("\"name\":\"" + STEP);
        assertThat(second.calls(WAITING)).isEqualTo(1);
    }

    @Test
    void budgetThatIsNotReached_dropsNothing() throws IOException {
        JvmProcess app = start("100%");
        for (int i = 0; i < 8; i++) {
            app.ask("call " + CALLS, " ok\n");
        }
        String status = run("status", Long.toString(app.pid()));
        app.send("leave");
        JvmResult ended = app.awaitExit();

        assertThat(status).containsPattern("% CPU of tracing +[0-9]").doesNotContain("methods dropped");
        assertThat(ended.stderr()).doesNotContain("budget=");
        JsonReport report = JsonReport.of(jvms, recordings(app));
        assertThat(report.calls(STEP)).isEqualTo(8L * CALLS);
        assertThat(report.text()).doesNotContain("droppedMethods");
    }

    @Test
    void budgetFile_sparesTheNextRun() throws IOException {
        Path file = jvms.newDirectory("budget").resolve("dropped.txt");
        JvmProcess first = start("5%,totals=off,budget-file=" + file);
        callUntilDropped(first);
        first.kill();
        JvmProcess second = start("5%,budget-file=" + file);
        second.ask("call 1000", " ok\n");
        second.ask("enter", " ok\n");
        second.ask("leave", " ok\n");
        second.send("leave");
        second.awaitExit();

        assertThat(Files.readAllLines(file)).containsExactlyInAnyOrder(STEP, HALF);
        JsonReport report = JsonReport.of(jvms, recordings(second));
        assertThat(report.text()).contains(STEP + "\":0").doesNotContain("\"name\":\"" + STEP);
        assertThat(report.calls(WAITING)).isEqualTo(1);
    }

    @Test
    void killedJvm_leavesItUnknownWhatWasDropped() {
        JvmProcess app = start("5%");
        callUntilDropped(app);

        app.kill();

        assertThat(run("report", app.directory().resolve("trace.jtr").toString()))
                .contains("which methods were dropped for budget=5% is not known, because the recording has no end");
    }

    @Test
    void tracerWithDroppedMethods_canLeaveAndComeBack() throws IOException {
        JvmProcess app = start("5%");
        callUntilDropped(app);
        String pid = Long.toString(app.pid());

        assertThat(run("detach", pid)).contains("the tracer has left this JVM");
        app.ask("call 1000", " ok\n");
        run("attach", pid, "include=dev.jtracer.it.app,print=off,output=again.jtr");
        app.ask("call 1000", " ok\n");
        app.send("leave");
        app.awaitExit();

        List<Path> files = recordings(app);
        assertThat(JsonReport.of(jvms, files.subList(0, 1)).calls(STEP)).isEqualTo(1_000);
    }

    @Test
    void runsOfACallbackThatNobodyReceives_areDropped() {
        JvmResult ended = jvms.app(HeldCallback.class, "100000000")
                .agent("include=dev.jtracer.it.app,print=off,output=trace.jtr,budget=5%")
                .run();

        assertThat(ended.stdout()).isEqualTo("sum 100000000\n");
        assertThat(ended.stderr()).containsPattern("TRACER dropped [0-9]{7,} runs of callbacks");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10000000", "5000000 object"})
    void passesAtASite_areDroppedAndNamed(String arguments) throws IOException {
        JvmProcess app = jvms.app(HotPasses.class, arguments.split(" "))
                .agent("include=dev.jtracer.it.app,print=off,output=trace.jtr,budget=5%")
                .start();
        JvmResult ended = app.awaitExit();

        long times = Long.parseLong(arguments.split(" ")[0]);
        assertThat(ended.stdout()).isEqualTo("sum " + 3 * times + "\n");
        assertThat(ended.stderr())
                .containsPattern("TRACER budget=5%: dropped ([0-9]+ methods? and )?1 callback; ")
                .containsPattern("TRACER dropped [0-9]{6,} runs of callbacks");
        JsonReport report = JsonReport.of(jvms, recordings(app));
        assertThat(report.text()).containsPattern("\"droppedMethods\":\\{[^}]*HotPasses.pass[a-zA-Z]+:[0-9]+ -> ");
        assertThat(run("report", recordings(app).get(0).toString()))
                .contains("dropped, because tracing took")
                .containsPattern("HotPasses.pass[a-zA-Z]+:[0-9]+ -> [a-zA-Z]+.forEach\\[0\\]  \\(dropped\\)");
    }

    @Test
    void passesOfTheFile_areDroppedFromTheStart() throws IOException {
        Path file = jvms.newDirectory("budget").resolve("dropped.txt");
        JvmCommand command = jvms.app(HotPasses.class, "10000000")
                .agent("include=dev.jtracer.it.app,print=off,output=trace.jtr,budget=5%,budget-file=" + file);
        JvmProcess first = command.start();
        first.awaitExit();
        assertThat(Files.readString(file))
                .containsPattern("HotPasses.pass[a-zA-Z]+:[0-9]+ -> [a-zA-Z.]+.forEach\\[0\\]\n");

        Files.writeString(file, "\n", StandardOpenOption.APPEND); // names nothing
        JvmProcess second = command.start();
        JvmResult ended = second.awaitExit();

        assertThat(ended.stderr()).containsPattern("TRACER budget=5%: dropped ([0-9]+ methods? and )?1 callback; ");
        assertThat(Files.size(recordings(second).get(0)))
                .isLessThan(Files.size(recordings(first).get(0)));
        long methods = Files.readAllLines(file).stream()
                .filter(line -> !line.isEmpty() && !line.contains(" -> "))
                .count();
        String dropped = methods == 0 ? "" : methods == 1 ? "1 method and " : methods + " methods and ";
        assertThat(ended.stderr()).contains("TRACER budget=5%: dropped " + dropped + "1 callback; ");
    }

    @Test
    void fileThatCannotBeRead_keepsTheTracerFromBeginning() throws IOException {
        Path file = jvms.newDirectory("budget").resolve("dropped.txt");
        Files.write(file, new byte[] {(byte) 0xE9, '\n'}); // as of a JVM that was killed while it wrote

        JvmResult ended = jvms.app(HotPasses.class, "10")
                .agent("include=dev.jtracer.it.app,output=trace.jtr,budget=5%,budget-file=" + file)
                .run();

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.stderr()).contains("tracing is off: budget file '" + file + "' cannot be read (");
        assertThat(ended.files(".jtr")).isEmpty();
    }
}
