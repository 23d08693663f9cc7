// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.Detached;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After {@code detach} the JVM is as before {@code attach}, and can be attached to again. */
class DetachIT {
    private static final String NAME = Detached.class.getName();
    private static final String LEFT = "the tracer has left this JVM; attach it again at any time\n";
    private static final List<String> OPTIONS = List.of(
            "output=a.json",
            "slow=1ms,output=b.json",
            "ring=1m,output=c.json.gz",
            "rotate=1m,output=d.jtr",
            "callbacks=all,tasks=all,output=e.json",
            "args=dev.jtracer.it.app.Detached#make,context=http+jdbc,output=f.json",
            "callbacks=off,context=off,print=totals,output=g.jtr");
    private static final int ROUNDS = Boolean.getBoolean("jtracer.it.full") ? 100 : 6;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private JvmProcess start(String kind, int threads) {
        assumeTrue(kind.equals("platform") || Jdk.feature() >= 21, "virtual threads need JDK 21");
        JvmCommand command =
                jvms.app(Detached.class, kind, Integer.toString(threads)).jvm("-Xmx64m", "-XX:+UseSerialGC");
        JvmProcess app = (threads == 1 ? command.quick() : command).start(); // what is left is no matter of C2
        app.awaitStdout("ready");
        return app;
    }

    private void attach(JvmProcess app, String options) {
        JvmResult attached = jvms.jtracer("attach", Long.toString(app.pid()), "include=" + NAME, options)
                .run();
        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
    }

    private void detach(JvmProcess app) {
        JvmResult detached = jvms.jtracer("detach", Long.toString(app.pid())).run();
        assertThat(detached.exitCode()).as(detached.stderr()).isZero();
        assertThat(detached.stdout()).endsWith(LEFT);
    }

    private static String command(JvmProcess app, String command, String answer) {
        int before = app.stdout().length();
        app.send(command);
        Await.until(
                "'" + answer + "' after '" + command + "'",
                () -> app.stdout().substring(before).contains(answer + " ")
                        && app.stdout().endsWith("\n"));
        return app.stdout().substring(before).strip();
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    void busyProgram_isAsBeforeTheAttach(String kind) throws IOException {
        JvmProcess app = start(kind, 2);
        command(app, "busy", "busy");
        String unwoven = command(app, "index", "index");
        int threads = threads(app);

        attach(app, "output=one.json");
        command(app, "busy", "busy");
        assertThat(command(app, "index", "index")).isNotEqualTo(unwoven);
        assertThat(threads(app)).isGreaterThan(threads);
        detach(app);

        assertThat(command(app, "index", "index")).isEqualTo(unwoven);
        command(app, "busy", "busy");
        Await.until("the end of the threads", () -> threads(app) == threads);
        assertThat(openFiles(app)).allMatch(file -> file.equals(TracerJar.path()));
        awaitCollection(app);
        Await.until(
                "the end of the mappings", () -> !Files.readString(Path.of("/proc", Long.toString(app.pid()), "maps"))
                        .contains(".spool"));
        try (Stream<Path> files = Files.list(app.directory())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .allMatch(name -> name.matches("one(\\.part\\d+)?\\.json"));
        }
        assertThat(StrictTrace.read(app.directory().resolve("one.json")).count(NAME + ".outer"))
                .isPositive();
    }

    /** One JVM for all options: what one of them leaves is there at the end of its own round. */
    @Test
    void options_leaveNothing() throws IOException {
        JvmProcess app = start("platform", 1);
        // What the JDK starts for them and keeps.
        attach(app, "output=first.jtr");
        command(app, "libraries", "libraries");
        detach(app);
        awaitNoLoader(app);
        int threads = threads(app);

        for (String options : OPTIONS) {
            attach(app, options);
            command(app, "make", "made");
            command(app, "run", "run");
            command(app, "busy", "busy");
            assertThat(command(app, "libraries", "libraries")).as(options).isEqualTo("libraries 204");
            detach(app);

            awaitNoLoader(app);
            Await.until("the end of the threads of " + options, () -> threads(app) <= threads);
            Await.until("the closing of the files of " + options, () -> openFiles(app).stream()
                    .allMatch(file -> file.equals(TracerJar.path())));
            String maps = Files.readString(Path.of("/proc", Long.toString(app.pid()), "maps"));
            assertThat(maps).as(options).doesNotContain(".spool", ".jtr");
        }
    }

    /** JFR's threads stay, and have the access control context of the thread that started them. */
    @Test
    void jfr_keepsNoClassOfTheAgent() {
        JvmProcess app = start("platform", 1);

        attach(app, "jfr=on,output=a.jtr");
        command(app, "busy", "busy");
        detach(app);

        awaitNoLoader(app);
        assertThat(app.directory().resolve("a.jfr")).isNotEmptyFile();
    }

    /** Waits until the JVM has unloaded the agent's classes. */
    private static void awaitNoLoader(JvmProcess app) {
        Await.until("the unloading of the agent's classes", () -> {
            awaitCollection(app);
            return !app.diagnose("VM.classloader_stats").contains("dev.jtracer.AgentLoader");
        });
    }

    @Test
    void attachAfterDetach_hasOtherOptionsAndKnowsKeptLambdas() {
        JvmProcess app = start("platform", 0);
        attach(app, "output=one.json");
        assertThat(command(app, "make", "made")).isEqualTo("made 1");
        detach(app);
        assertThat(command(app, "run", "run")).isEqualTo("run 1");
        assertThat(command(app, "make", "made")).isEqualTo("made 2");

        attach(app, "output=two.json,exclude=" + NAME + "#awaitRounds");
        assertThat(command(app, "make", "made")).isEqualTo("made 3");
        assertThat(command(app, "run", "run")).isEqualTo("run 6");
        detach(app);
        assertThat(command(app, "run", "run")).isEqualTo("run 6");

        StrictTrace two = StrictTrace.read(app.directory().resolve("two.json"));
        assertThat(two.count(NAME + ".apply")).isEqualTo(3);
        // Those of the lambdas that were made while the class was woven.
        assertThat(two.count(NAME + ".apply[0]")).isEqualTo(2);
        assertThat(app.stderr()).doesNotContain("Exception", "please report");
    }

    @Test
    void attachAfterDetach_hasNoArgumentsOfTheRecordingBefore() throws IOException {
        JvmProcess app = start("platform", 0);
        attach(app, "args=" + NAME + "#make,output=one.jtr");
        assertThat(command(app, "make", "made")).isEqualTo("made 1");
        detach(app);
        attach(app, "output=two.jtr");
        assertThat(command(app, "make", "made")).isEqualTo("made 2");
        detach(app);

        assertThat(bytes(app, "one.jtr")).contains(NAME + ".make", "number=1");
        assertThat(bytes(app, "two.jtr")).contains(NAME + ".make").doesNotContain("number=");
    }

    private static String bytes(JvmProcess app, String file) throws IOException {
        return Files.readString(app.directory().resolve(file), StandardCharsets.ISO_8859_1);
    }

    @Test
    void rounds_growNothing() throws IOException {
        JvmProcess app = start("platform", 1);
        long heap = 0;
        int threads = 0;
        int files = 0;
        for (int round = 0; round < ROUNDS; round++) {
            attach(app, "output=round.jtr");
            command(app, "busy", "busy");
            detach(app);
            Files.delete(app.directory().resolve("round.jtr"));
            // The first rounds load classes of the JDK.
            if (round == 2) {
                awaitCollection(app);
                heap = heapBytes(app);
                threads = threads(app);
                files = openFiles(app).size();
            }
        }

        awaitCollection(app);
        // Each load of an agent leaves an Instrumentation behind, and a round has three. A compilation that is still
        // waiting for its turn keeps the classes of the last round.
        long most = heap + 300_000 + 5_000L * ROUNDS;
        Await.until("a heap as before", () -> heapBytes(app) < most);
        int expected = threads;
        Await.until("the end of the threads", () -> threads(app) <= expected);
        int open = files;
        Await.until("the closing of the files", () -> openFiles(app).size() <= open);
    }

    /** The JVM links each lambda again after an attach and after a detach. */
    @ParameterizedTest
    @ValueSource(strings = {"off", "lambdas", "all"})
    void rounds_leaveNoClassOfALambda(String callbacks) {
        JvmProcess app = start("platform", 1);
        int before = 0;
        for (int round = 0; round < ROUNDS; round++) {
            attach(app, "callbacks=" + callbacks + ",output=round.jtr");
            useLambdas(app);
            detach(app);
            useLambdas(app);
            if (round == 1) {
                before = classes(app);
            }
        }

        // Each round would leave six. Compiled code keeps the last ones until the JVM discards it, which it does
        // while the program runs.
        int most = before;
        Await.until("no more classes of lambdas than before", () -> {
            useLambdas(app);
            return classes(app) <= most;
        });
    }

    private static void useLambdas(JvmProcess app) {
        command(app, "busy", "busy");
        command(app, "index", "index");
        command(app, "run", "run");
    }

    /**
     * Returns the number of the program's lambda classes. The JVM's own counter counts a retransformed class anew.
     */
    private static int classes(JvmProcess app) {
        awaitNoLoader(app);
        return (int) app.diagnose("VM.class_hierarchy")
                .lines()
                .filter(line -> line.contains("Detached$$Lambda"))
                .count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"api detach", "jmx detach"})
    void applicationAndJmx_detachToo(String command) {
        JvmProcess app = jvms.app(Stepper.class)
                .agent("include=dev.jtracer.it.app,output=own.json")
                .start();
        app.awaitStdout("ready");
        app.send("call 3");
        app.awaitStdout("1 ok");

        app.send(command);
        app.awaitStderr("TRACER " + LEFT);
        app.send("call 4");
        app.awaitStdout("3 ok");

        JvmResult status = jvms.jtracer("status", Long.toString(app.pid())).run();
        assertThat(status.exitCode()).isEqualTo(3);
        assertThat(status.stderr()).contains("runs without the tracer");
        app.send("exit 7");
        JvmResult result = app.awaitExit();
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.stdout()).isEqualTo("ready\n1 ok\n2 ok\n3 ok\n");
        assertThat(result.trace().count("dev.jtracer.it.app.Stepper.step")).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"for=1s", "for=60m"})
    void attachForSomeTime_printsTotalsAndDetaches(String duration) {
        JvmProcess app = start("platform", 1);
        JvmProcess attached = jvms.jtracer(
                        "attach", Long.toString(app.pid()), "include=" + NAME, "output=a,b.jtr", duration)
                .start();
        attached.awaitStdout("recording to");
        command(app, "busy", "busy");
        if (duration.endsWith("m")) {
            attached.signal("INT");
        }

        JvmResult shown = attached.awaitExit();

        assertThat(shown.stdout())
                .contains("Detached.outer", app.directory().resolve("a,b.jtr") + "  ")
                .endsWith(LEFT);
        assertThat(app.directory().resolve("a,b.jtr")).exists();
        command(app, "busy", "busy");
    }

    /** One command from a running JVM to a page, as profilers have it; also if Ctrl-C ends it early. */
    @ParameterizedTest
    @ValueSource(strings = {"for=1s", "for=60m"})
    void attachForSomeTime_makesAPage(String duration) throws IOException {
        JvmProcess app = start("platform", 1);
        Path page = jvms.newDirectory("page").resolve("a, b.html");
        JvmProcess attached = jvms.jtracer(
                        "attach", Long.toString(app.pid()), "include=" + NAME, "output=" + page, duration)
                .start();
        attached.awaitStdout("recording to");
        command(app, "busy", "busy");
        boolean interrupted = duration.endsWith("m");
        if (interrupted) {
            attached.signal("INT");
        }

        JvmResult shown = attached.awaitExit();

        assertThat(shown.exitCode()).as(shown.stderr()).isEqualTo(interrupted ? 130 : 0);
        assertThat(shown.stdout()).endsWith(page + "\n");
        assertThat(Files.readString(page)).startsWith("<!doctype html>").contains("Detached.outer");
        assertThat(page.resolveSibling("a, b.jtr")).exists();
        JvmResult again = jvms.jtracer("attach", "1", "include=" + NAME, "output=" + page, "for=1s")
                .run();
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.stderr()).isEqualTo("'" + page + "' is there already; name another page in output=\n");
    }

    @Test
    void traceThatCannotBeMade_keepsNoTracer() throws IOException {
        JvmProcess app = start("platform", 0);
        attach(app, "output=one.json");
        assertThat(command(app, "make", "made")).isEqualTo("made 1");
        Path taken = Files.createDirectory(app.directory().resolve("one.json"));

        JvmResult detached = jvms.jtracer("detach", Long.toString(app.pid())).run();

        assertThat(detached.exitCode()).isEqualTo(4);
        assertThat(detached.stdout()).endsWith(LEFT);
        assertThat(detached.stderr())
                .startsWith("cannot write '" + taken + "' (")
                .hasLineCount(1);
        attach(app, "output=two.jtr");
        detach(app);
    }

    @Test
    void signalAfterDetach_doesNothing() {
        JvmProcess app = start("platform", 0);
        attach(app, "output=one.json");
        detach(app);

        app.signal("URG");

        assertThat(command(app, "index", "index")).startsWith("index ");
        assertThat(app.stderr()).doesNotContain("one-1.json");
    }

    private static int threads(JvmProcess app) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(app.pid()), "task"))) {
            return (int) tasks.filter(task -> !isCompiler(task)).count();
        }
    }

    /** Returns whether a thread is one of those that HotSpot starts and ends as it needs them. */
    private static boolean isCompiler(Path task) {
        try {
            String name = Files.readString(task.resolve("comm"));
            return name.startsWith("C1 ")
                    || name.startsWith("C2 ")
                    || name.startsWith("Attach")
                    || name.startsWith("ForkJoin");
        } catch (IOException ended) {
            return true;
        }
    }

    /** Returns the open files that are the tracer's, or in the program's directory. */
    private static List<Path> openFiles(JvmProcess app) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(app.pid()), "fd"))) {
            return files.map(DetachIT::target)
                    .filter(file -> file.startsWith(app.directory())
                            || file.getFileName() != null
                                    && file.getFileName().toString().contains("tracer"))
                    .toList();
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException closed) {
            return Path.of("closed");
        }
    }

    /**
     * Waits until no object of the agent's loader is left. The first collections only queue what cleaners must do.
     */
    private static void awaitCollection(JvmProcess app) {
        Await.until("the collection of the agent's classes", () -> !objects(app).contains(" dev.jtracer.agent."));
    }

    /** Returns the classes that have objects, after a collection. */
    private static String objects(JvmProcess app) {
        app.diagnose("GC.run");
        return app.diagnose("GC.class_histogram");
    }

    private static long heapBytes(JvmProcess app) {
        String total = objects(app)
                .lines()
                .filter(line -> line.startsWith("Total"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(total.trim().split(" +")[2]);
    }
}
