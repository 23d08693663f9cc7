// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.SteadyRate;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TopIT {
    private static final String NAME = SteadyRate.class.getName();

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void once_givesTheRatesOfTheInterval() throws IOException {
        JvmProcess app = start("include=" + NAME + ",quiet=on");

        JvmResult top = top(app, "--once", "--json", "--interval", "1s");
        Map<String, Object> json = JsonValue.object(top.stdout());

        assertThat(top.exitCode()).as(top.stderr()).isZero();
        assertThat(json).containsEntry("recording", true).containsEntry("lostEvents", 0);
        assertThat(number(json, "windowNanos")).isGreaterThanOrEqualTo(1e9);
        Map<String, Object> tick = row(json, "methods", NAME + ".tick");
        Map<String, Object> part = row(json, "methods", NAME + ".part");
        // A busy machine delays ticks and makes up for them later; the ratio of the two methods is exact but for one
        // tick.
        assertThat(number(tick, "callsPerSecond")).isBetween(20.0, 400.0);
        assertThat(number(part, "callsPerSecond") / number(tick, "callsPerSecond"))
                .isBetween(3.0, 5.0);
        assertThat(number(part, "p99Nanos")).isPositive();
        assertThat(number(tick, "p50Nanos")).isGreaterThan(number(part, "p50Nanos"));
        assertThat(number(tick, "calls")).isGreaterThan(number(tick, "callsPerSecond") * 0.5);
        Map<String, Object> passed = row(json, "callbacks", NAME + ".apply[0]");
        assertThat(number(passed, "runsPerSecond") / number(tick, "callsPerSecond"))
                .isBetween(0.5, 1.5);
        assertThat(number(passed, "waitP99Nanos")).isPositive();
        assertThat(passed.get("site")).asString().startsWith(NAME + ".tick:");
    }

    @Test
    void notATerminal_repeatsPlainTablesUntilTheJvmEnds() {
        JvmProcess app = start("include=" + NAME + ",quiet=on");
        JvmProcess top = jvms.jtracer("top", Long.toString(app.pid()), "--interval", "100ms", "--sort", "calls")
                .start();
        Await.until(
                "three tables", Duration.ofMinutes(1), () -> top.stdout().split("Methods, by calls", -1).length > 3);

        app.send("end");
        JvmResult shown = top.awaitExit();

        assertThat(app.awaitExit().exitCode()).isZero();
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.stdout())
                .contains("calls/s", "SteadyRate.part", "SteadyRate.apply[0]")
                .doesNotContain("\u001b");
        assertThat(shown.stderr()).isEqualTo("process '" + app.pid() + "' has ended\n");
        assertThat(watchFiles(app)).isEmpty();
    }

    @Test
    void stoppedRecording_isSaid() throws IOException {
        JvmProcess app = start("include=" + NAME + ",quiet=on,start=off");

        JvmResult top = top(app, "--once", "--json", "--interval", "100ms");

        assertThat(JsonValue.object(top.stdout())).containsEntry("recording", false);
    }

    @Test
    void afterTop_nothingRunsInTheJvm() {
        JvmProcess app = start("include=" + NAME + ",quiet=on");

        JvmResult top = top(app, "--once", "--interval", "100ms");

        assertThat(top.stdout()).contains("process " + app.pid() + ", recording for", "SteadyRate.tick");
        Await.until("the end of the watching thread", Duration.ofMinutes(1), () -> !threads(app)
                .contains("jtracer-top"));
        assertThat(watchFiles(app)).isEmpty();
    }

    @Test
    void interrupt_endsTheTableAndTheWatch() {
        JvmProcess app = start("include=" + NAME + ",quiet=on");
        JvmProcess top = jvms.jtracer("top", Long.toString(app.pid()), "--interval", "30s", "--json")
                .start();
        top.awaitStdout("}\n");

        top.signal("INT");
        JvmResult shown = top.awaitExit();

        assertThat(shown.stderr()).isEmpty();
        Await.until("the end of the watching thread", Duration.ofMinutes(1), () -> !threads(app)
                .contains("jtracer-top"));
        assertThat(watchFiles(app)).isEmpty();
    }

    @Test
    void jvmWithoutTracer_saysAttach() {
        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");

        JvmResult top = top(app, "--once");

        assertThat(top.exitCode()).isEqualTo(3);
        assertThat(top.stdout()).isEmpty();
        assertThat(top.stderr())
                .isEqualTo("process '" + app.pid()
                        + "' runs without the tracer; start it with java -jar tracer.jar attach " + app.pid()
                        + " include=com.acme\n");
    }

    private JvmProcess start(String options) {
        JvmProcess app = jvms.app(SteadyRate.class).agent(options).start();
        app.awaitStdout("ready");
        return app;
    }

    private JvmResult top(JvmProcess app, String... options) {
        return jvms.jtracer(Stream.concat(Stream.of("top", Long.toString(app.pid())), Stream.of(options))
                        .toArray(String[]::new))
                .run();
    }

    private static double number(Map<String, Object> json, String key) {
        return ((Number) Objects.requireNonNull(json.get(key), key)).doubleValue();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> row(Map<String, Object> json, String table, String name) {
        return ((List<Map<String, Object>>) Objects.requireNonNull(json.get(table), table))
                .stream()
                        .filter(row -> name.equals(row.get("name")))
                        .findFirst()
                        .orElseThrow();
    }

    /** Returns the kernel's names of a JVM's threads. */
    private static Set<String> threads(JvmProcess jvm) throws IOException {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> tasks =
                Files.newDirectoryStream(Path.of("/proc", Long.toString(jvm.pid()), "task"))) {
            for (Path task : tasks) {
                try {
                    names.add(Files.readString(task.resolve("comm")).strip());
                } catch (IOException ended) {
                    // the thread ended after the directory was listed
                }
            }
        }
        return names;
    }

    private static List<Path> watchFiles(JvmProcess jvm) {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("jtracer-" + jvm.pid() + "-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
