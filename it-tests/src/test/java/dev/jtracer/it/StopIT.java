// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.LoadsOnRequest;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.RecordingEnd;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The terminal of a person who stops a recording. */
class StopIT {
    private static final String NAME = Stepper.class.getName();

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void costOfTracing_isStatedByItsParts() {
        JvmProcess app = jvms.app(LoadsOnRequest.class)
                .agent("include=" + LoadsOnRequest.class.getName())
                .start();
        app.ask("first", "first loaded\n");
        app.ask("second", "second loaded\n");
        app.send("exit");

        JvmResult ended = app.awaitExit();

        assertThat(ended.stderr())
                .containsPattern("TRACER TOTAL OVERHEAD [0-9.]+ms of timings; start [0-9.]+ m?s, weaving"
                        + " [0-9.]+ [um]?s \\(3 classes\\), (own threads [0-9.]+ m?s CPU, )?waits [0-9.]+ [num]?s");
        RecordingEnd end = RecordingEnd.of(ended);
        assertThat(end.counter("classesWoven")).isEqualTo(3);
        assertThat(end.counter("startNanos")).isPositive();
        assertThat(end.counter("weavingNanos")).isPositive();
        assertThat(end.counter("tracerCpuNanos")).isNotNegative();
        assertThat(end.counter("compilerCpuNanos")).isNotNegative();
        String report = jvms.jtracer("report", ended.files(".json").get(0).toString())
                .run()
                .stdout();
        assertThat(report).contains("; start ", " (3 classes), ");
    }

    @Test
    void stop_waitsForTheFileAndPrintsTheTotals() throws IOException {
        JvmProcess app = started("call 20", "print=tables");

        JvmResult stopped = stop(app);
        Path file = app.directory().resolve("trace.json");

        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(Files.readString(file)).endsWith("]\n");
        assertThat(stopped.stderr()).isEmpty();
        List<String> lines = stopped.stdout().lines().toList();
        assertThat(lines.get(0)).startsWith("stopped; recorded ");
        assertThat(lines).anyMatch(line -> line.matches(" +20 .* Stepper\\.step"));
        assertThat(lines.subList(lines.size() - 3, lines.size()))
                .containsExactly(
                        "wrote 42 calls to '" + file + "'",
                        file + "  " + size(file),
                        "read with: java -jar " + TracerJar.path() + " report " + file);
        app.send("exit 0");
        assertThat(app.awaitExit().tracerLines())
                .containsExactly("TRACER recording to '" + file + "'", "TRACER wrote 42 calls to '" + file + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "output=trace.json.gz, trace.json.gz, 1",
        "output=my trace.jtr, my trace.jtr, 1",
        "output=trace.json;segment=160k, trace.json, 3",
        "output=trace.json;slow=1ns, trace.json, 1",
        "output=trace.jtr;ring=1m, trace.jtr, 1",
    })
    void everyFile_isNamedWithACommandThatReadsIt(String options, String name, int least) throws Exception {
        JvmProcess app = started("call 1000", options.replace(';', ','));

        JvmResult stopped = stop(app, "--totals=off");

        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(stopped.stdout()).doesNotContain("TOTAL");
        List<String> files =
                stopped.stdout().lines().filter(line -> line.startsWith("/")).toList();
        assertThat(files).hasSizeGreaterThanOrEqualTo(least);
        for (String line : files) {
            Path file = Path.of(line.substring(0, line.lastIndexOf("  ")));
            assertThat(line).isEqualTo(file + "  " + size(file));
        }
        assertThat(files.get(0)).contains("/" + name + "  ");
        String command = stopped.stdout().lines().reduce((first, last) -> last).orElseThrow();
        JvmResult report = jvms.shell("reader", Stepper.class).run(command.substring("read with: ".length()));
        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertThat(report.stdout()).contains("Stepper.step");
    }

    @Test
    void noWait_returnsBeforeTheFile() throws IOException {
        JvmProcess app = started("call 20", "");

        JvmResult stopped = stop(app, "--no-wait", "--totals=off");
        Path file = app.directory().resolve("trace.json");

        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(stopped.stdout()).startsWith("stopped; recorded ").contains("'" + file + "'");
        app.awaitStderr("TRACER wrote 42 calls");
    }

    @Test
    void toggle_stopsAsStopDoes() {
        JvmProcess app = started("call 20", "");

        JvmResult stopped = jvms.jtracer("toggle", Long.toString(app.pid())).run();
        JvmResult started = jvms.jtracer("toggle", Long.toString(app.pid())).run();

        assertThat(stopped.stdout()).contains("Stepper.step", "read with: ");
        assertThat(started.stdout())
                .isEqualTo("recording to '" + app.directory().resolve("trace-1.json") + "'\n");
    }

    @Test
    void failure_isReportedWithItsCause() throws IOException {
        JvmProcess app = started("call 20", "");
        Path taken = Files.createDirectory(app.directory().resolve("trace.json"));

        JvmResult stopped = stop(app, "--totals=off");

        assertThat(stopped.exitCode()).isEqualTo(4);
        assertThat(stopped.stdout()).startsWith("stopped; recorded ").hasLineCount(1);
        assertThat(stopped.stderr())
                .startsWith("cannot write '" + taken + "' (")
                .endsWith("; make it with: java -jar " + TracerJar.path() + " convert "
                        + app.directory().resolve("trace.jtr") + "\n");
    }

    @Test
    void jvmThatDiesMeanwhile_leavesACommandThatMakesTheTrace() throws IOException {
        JvmProcess app = started("call 5000000", "min=1s");
        JvmProcess stop =
                jvms.jtracer("stop", Long.toString(app.pid()), "--totals=off").start();
        stop.awaitStdout("stopped; recorded ");

        app.kill();
        JvmResult stopped = stop.awaitExit();

        assertThat(stopped.exitCode()).isEqualTo(4);
        Path recording = app.directory().resolve("trace.jtr");
        assertThat(stopped.stderr())
                .isEqualTo("process '" + app.pid() + "' ended before '"
                        + app.directory().resolve("trace.json") + "' was complete; make it with: java -jar "
                        + TracerJar.path() + " convert " + recording + "\n");
        assertThat(recording).exists();
    }

    @Test
    void jvmThatEndsAfterTheStop_hasWrittenTheFile() {
        JvmProcess app = started("call 300000", "");
        JvmProcess stop =
                jvms.jtracer("stop", Long.toString(app.pid()), "--totals=off").start();
        stop.awaitStdout("stopped; recorded ");

        app.send("exit 0");
        JvmResult stopped = stop.awaitExit();

        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(stopped.stdout()).contains(app.directory().resolve("trace.json") + "  ");
    }

    @Test
    void wrongOption_isRefusedBeforeTheStop() {
        JvmProcess app = started("call 20", "");

        JvmResult wrong = stop(app, "--totals=maybe");

        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.stderr())
                .startsWith("'maybe' after --totals is neither on nor off; see java -jar tracer.jar help stop");
        assertThat(jvms.jtracer("status", Long.toString(app.pid())).run().stdout())
                .startsWith("recording        on");
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "toggle"})
    void recordingThatCannotBegin_isAnErrorOfTheCommand(String command) throws IOException {
        Path directory = jvms.newDirectory("gone");
        JvmProcess app = started("call 20", "start=off,output=" + directory.resolve("trace.json"));
        Files.delete(directory);

        JvmResult failed = jvms.jtracer(command, Long.toString(app.pid())).run();

        assertThat(failed.exitCode()).isEqualTo(4);
        assertThat(failed.stdout()).isEmpty();
        assertThat(failed.stderr()).startsWith("cannot record: ").contains(directory.toString());
        JvmResult status = jvms.jtracer("status", Long.toString(app.pid())).run();
        assertThat(status.exitCode()).isZero();
        assertThat(status.stdout()).startsWith("recording        off");
    }

    @Test
    void attachWithAnOutputThatIsRefused_isAnError() throws IOException {
        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");
        Path file = jvms.newDirectory("files").resolve("file");
        Files.writeString(file, "no directory");

        JvmResult failed = jvms.jtracer(
                        "attach", Long.toString(app.pid()), "include=" + NAME, "output=" + file.resolve("trace.json"))
                .run();

        assertThat(failed.exitCode()).as(failed.stderr()).isEqualTo(3);
        assertThat(failed.stdout()).isEmpty();
        assertThat(failed.stderr()).contains(file.toString());
    }

    /** Starts a program, attaches as a user would, and lets it work. */
    private JvmProcess started(String work, String options) {
        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");
        String output = options.contains("output=") ? "" : "output=trace.json";
        JvmResult attached = jvms.jtracer(
                        "attach", Long.toString(app.pid()), "include=" + NAME, "stall=off", output, options)
                .run();
        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        app.send(work);
        app.awaitStdout("1 ok");
        return app;
    }

    private JvmResult stop(JvmProcess app, String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "stop";
        arguments[1] = Long.toString(app.pid());
        System.arraycopy(options, 0, arguments, 2, options.length);
        return jvms.jtracer(arguments).run();
    }

    private static String size(Path file) throws IOException {
        long bytes = Files.size(file);
        return bytes < 1000
                ? bytes + " B"
                : String.format(java.util.Locale.ROOT, bytes < 99_950 ? "%.1f KB" : "%.0f KB", bytes / 1e3);
    }
}
