// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.tools.attach.VirtualMachine;
import dev.jtracer.it.app.SteadyRate;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
        Await.until("three tables", () -> top.stdout().split("Methods, by calls", -1).length > 3);

        app.send("end");
        JvmResult shown = top.awaitExit();

        assertThat(app.awaitExit().exitCode()).isZero();
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.stdout())
                .contains("calls/s", "SteadyRate.part", "SteadyRate.apply[0]")
                .doesNotContain("\u001b");
        assertThat(shown.stderr()).isEqualTo("process '" + app.pid() + "' has ended\n");
        assertThat(requestFiles(app)).isEmpty();
    }

    @Test
    void stoppedRecording_isSaid() throws IOException {
        JvmProcess app = start("include=" + NAME + ",quiet=on,start=off");

        JvmResult top = top(app, "--once", "--json", "--interval", "100ms");

        assertThat(JsonValue.object(top.stdout())).containsEntry("recording", false);
    }

    @Test
    void recordingThatStopsAndStarts_isFollowed() {
        JvmProcess app = start("include=" + NAME + ",quiet=on");
        JvmProcess top = jvms.jtracer("top", Long.toString(app.pid()), "--interval", "100ms", "--json")
                .start();
        top.awaitStdout("\"recording\":true");

        jvms.jtracer("stop", Long.toString(app.pid())).run();
        top.awaitStdout("\"recording\":false");
        jvms.jtracer("start", Long.toString(app.pid())).run();

        Await.until(
                "the second recording",
                () -> lastLine(top.stdout()).contains("\"recording\":true")
                        && lastLine(top.stdout()).contains(".tick"));
    }

    private static String lastLine(String text) {
        return text.lines().reduce("", (before, line) -> line);
    }

    @Test
    void afterTop_nothingIsLeftInTheJvm() throws Exception {
        JvmProcess app = start("include=" + NAME + ",quiet=on");
        Set<String> threads = threads(app);

        JvmProcess top = jvms.jtracer("top", Long.toString(app.pid()), "--interval", "100ms", "--json")
                .start();
        Await.until("two frames", () -> top.stdout().lines().count() > 1);
        assertThat(threads).containsAll(threads(app));
        top.signal("INT");

        assertThat(top.awaitExit().stderr()).isEmpty();
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(app.pid()));
        assertThat(jvm.getAgentProperties().stringPropertyNames())
                .contains("jtracer.agent")
                .noneMatch(name -> name.startsWith("jtracer.reply"));
        jvm.detach();
        // The JVM has removed that of a request that the interrupt came into, as it does when it is asked next.
        assertThat(requestFiles(app)).isEmpty();
    }

    /** Each request loads the agent there, so there are few. */
    @Test
    void jvmOfAnotherUser_isShownSeldom() throws IOException, InterruptedException {
        Path setpriv = Path.of("/usr/bin/setpriv");
        String jar = TracerJar.path().toString();
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may start a process as another user");
        assumeTrue(Files.isExecutable(setpriv), "this system has no setpriv");
        assumeTrue(
                new ProcessBuilder(setpriv.toString(), "--reuid=65534", "--clear-groups", "test", "-r", jar)
                                .start()
                                .waitFor()
                        == 0,
                "another user cannot read '" + jar + "', as in a clone below /root");
        Path home = jvms.newDirectory("home");
        Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
        Files.writeString(
                java, "#!/bin/sh\nexec " + setpriv + " --reuid=65534 --clear-groups " + Jdk.java() + " \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path output = jvms.newDirectory("output");
        Files.setPosixFilePermissions(output.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(output, PosixFilePermissions.fromString("rwxrwxrwx"));
        JvmProcess app = jvms.app(SteadyRate.class)
                .runtime(home)
                .agent("include=" + NAME + ",quiet=on,output=" + output.resolve("a.json"))
                .start();
        app.awaitStdout("ready");
        // This user's, in a directory whose files only their owners remove: the JVM cannot.
        AttachIT.leaveSocket(app);
        JvmProcess repeated = jvms.jtracer("top", Long.toString(app.pid()), "--interval", "100ms", "--json")
                .start();
        repeated.awaitStdout("}\n");

        Map<String, Object> json = JsonValue.object(
                top(app, "--once", "--json", "--interval", "2s").stdout());

        assertThat(number(row(json, "methods", NAME + ".tick"), "callsPerSecond"))
                .isBetween(20.0, 400.0);
        assertThat(repeated.stdout().lines()).hasSize(1);
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

    /** Returns the names of the tracer's threads in a JVM. */
    private static Set<String> threads(JvmProcess jvm) throws IOException {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> tasks =
                Files.newDirectoryStream(Path.of("/proc", Long.toString(jvm.pid()), "task"))) {
            for (Path task : tasks) {
                try {
                    String name = Files.readString(task.resolve("comm")).strip();
                    if (name.startsWith("jtracer")) {
                        names.add(name);
                    }
                } catch (IOException ended) {
                    // the thread ended after the directory was listed
                }
            }
        }
        return names;
    }

    private static List<Path> requestFiles(JvmProcess jvm) {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("jtracer-" + jvm.pid() + "-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
