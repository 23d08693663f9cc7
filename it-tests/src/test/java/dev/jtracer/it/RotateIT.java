// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.examples.hello.HelloCalls;
import dev.jtracer.it.app.CountedCalls;
import dev.jtracer.it.app.LongRunning;
import dev.jtracer.it.app.ManyVirtualThreads;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recording that goes on in another file: {@code rotate=} and {@code keep=}. */
class RotateIT {
    private static final String CALLS = LongRunning.class.getName();
    private static final String TICK = CountedCalls.class.getName() + ".tick";
    private static final String STEPPER = Stepper.class.getName();

    @RegisterExtension
    final Jvms jvms = new Jvms();

    /** Deep calls and callbacks of three threads are open at most of the cuts. */
    @ParameterizedTest
    @ValueSource(strings = {"print=totals", "print=tables,totals=off"})
    void files_holdEveryCallOnce(String option) throws IOException {
        JvmResult traced = jvms.app(LongRunning.class, "1200")
                .agent("include=" + CALLS + ",accessors=on," + option + ",output=run.jtr,rotate=50ms")
                .run();

        Map<String, Long> made = made(traced.stdout());
        List<Path> files = traced.files(".jtr");
        assertThat(files).hasSizeGreaterThan(5);
        JsonReport report = report(files);
        Map<String, Long> calls = report.column("methods", "name", "count");
        assertThat(calls)
                .containsEntry(CALLS + ".brief", made.get("brief"))
                .containsEntry(CALLS + ".deep", made.get("deep"))
                .containsEntry(CALLS + ".later", made.get("later"))
                .containsEntry(CALLS + ".main", 1L);
        assertThat(report.column("callbacks", "name", "passes").entrySet()).anySatisfy(passes -> {
            assertThat(passes.getKey()).contains("schedule");
            assertThat(passes.getValue()).isEqualTo(made.get("later"));
        });
        assertThat(report.text()).contains("\"lostRecords\":0", "\"notRun\":0").doesNotContain("\"notRun\":1");
        List<Path> gap = new ArrayList<>(files);
        gap.remove(2);
        assertThat(report(gap).text()).containsPattern("segment[^\"]*\":1");
        if (option.endsWith("totals=off")) {
            assertThat(traced.stderr()).contains("TRACER no totals, by totals=off; see java -jar tracer.jar report ");
            return;
        }
        // The totals went on over all cuts.
        assertThat(traced.total(CALLS + ".deep").count()).isEqualTo(made.get("deep"));
        assertThat(traced.total(CALLS + ".brief").count()).isEqualTo(made.get("brief"));
    }

    @Test
    void file_isARecordingByItself() throws IOException {
        JvmResult traced = jvms.app(LongRunning.class, "600")
                .agent("include=" + CALLS + ",output=run-%n.jtr,rotate=50ms,name=cart")
                .run();

        List<Path> files = traced.files(".jtr");
        for (Path file : List.of(files.get(0), files.get(files.size() / 2), files.get(files.size() - 1))) {
            JvmResult report = jvms.jtracer("report", file.toString()).run();
            JvmResult converted = jvms.jtracer("convert", file.toString()).run();

            assertThat(report.exitCode()).isZero();
            assertThat(report.stderr()).isEmpty();
            assertThat(report.stdout()).contains("of cart", "no record lost").doesNotContain("killed", "cut off");
            assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        }
        assertThat(files.get(1).getFileName()).hasToString("run-2.jtr");
    }

    @ParameterizedTest
    @ValueSource(strings = {"print=totals", "print=tables,totals=off"})
    void virtualThreads_goOnInTheNextFile(String option) throws IOException {
        assumeTrue(Jdk.feature() >= 21, "virtual threads need Java 21, this is " + Jdk.feature());
        String name = ManyVirtualThreads.class.getName();
        JvmResult traced = jvms.app(ManyVirtualThreads.class, "50000")
                .agent("include=" + name + "," + option + ",output=run.jtr,rotate=20ms")
                .run();

        List<Path> files = traced.files(".jtr");
        assertThat(files).hasSizeGreaterThan(3);
        Long runs = made(traced.stdout().lines().findFirst().orElse("")).get("runs");
        assertThat(runs).isGreaterThan(50_000);
        assertThat(report(files).calls(name + ".count")).isEqualTo(runs);
    }

    /** The kill may have hit each thread between the end of a call and its count, or within a call. */
    @Test
    void kill_losesNoCallThatHadReturned_andRepeatsNone() throws IOException {
        for (int trial = 0; trial < 3; trial++) {
            Path counts = jvms.newDirectory("counts").resolve("counts");
            JvmProcess app = jvms.app(CountedCalls.class, counts.toString())
                    .agent("include=dev.jtracer.it.app,output=run.jtr,rotate=20ms")
                    .start();
            app.awaitStdout("ticking");
            Path directory = app.directory();
            Await.until("some files", () -> recordings(directory).size() > 10);

            app.kill();

            long returned = returned(counts);
            List<Path> files = recordings(directory);
            List<Path> closed = files.subList(0, files.size() - 1);
            assertThat(ticks(report(files))).isBetween(returned, returned + 2 * CountedCalls.THREADS);
            // A call that is open at the cut is in neither part.
            assertThat(ticks(report(closed)) + ticks(report(List.of(files.get(files.size() - 1)))))
                    .isBetween(returned - CountedCalls.THREADS, returned + 2 * CountedCalls.THREADS);
        }
    }

    @Test
    void keep_deletesTheOldestFilesOfThisJvm() throws IOException {
        Path directory = jvms.newDirectory("kept");
        Path other = Files.write(directory.resolve("run-other.jtr"), new byte[3 << 20]);
        Path counts = jvms.newDirectory("counts").resolve("counts");
        JvmProcess app = jvms.app(CountedCalls.class, counts.toString())
                .agent("include=dev.jtracer.it.app,rotate=1m,keep=1m,output=" + directory.resolve("run.jtr"))
                .start();
        app.awaitStdout("ticking");

        Await.until("deleted files", () -> counter(status(app), "- deleted") > 3);
        JvmResult stopped = jvms.jtracer("stop", Long.toString(app.pid())).run();

        assertThat(stopped.stdout())
                .containsPattern("stopped; recorded \\d+ events to \\d+ files, the last '.*run-\\d+.jtr'");
        assertThat(other).hasSize(3 << 20);
        List<Path> files = recordings(directory);
        files.remove(other);
        // The file being written may have got one block more than what had been counted.
        assertThat(files.stream().mapToLong(file -> file.toFile().length()).sum())
                .isBetween(700_000L, (1L << 20) + (128 << 10));
        assertThat(directory.resolve("run.jtr")).doesNotExist();
        assertThat(ticks(report(files))).isPositive();

        assertThat(jvms.jtracer("start", Long.toString(app.pid())).run().stdout())
                .contains("recording to");
        assertThat(jvms.jtracer("stop", Long.toString(app.pid())).run().exitCode())
                .isZero();
        app.kill();
    }

    @Test
    void nextFileThatCannotBeCreated_isReportedOnce_andTheRecordingGoesOn() throws IOException {
        Path directory = jvms.newDirectory("gone");
        Path moved = directory.resolveSibling("moved");
        Path counts = jvms.newDirectory("counts").resolve("counts");
        JvmProcess app = jvms.app(CountedCalls.class, counts.toString())
                .agent("include=dev.jtracer.it.app,rotate=50ms,output=" + directory.resolve("run.jtr"))
                .start();
        app.awaitStdout("ticking");
        Files.move(directory, moved);
        app.awaitStderr("cannot begin another file after");
        long before = returned(counts);
        Await.until("more calls", () -> returned(counts) > before + 10_000);

        app.kill();

        assertThat(app.stderr()).containsOnlyOnce("cannot begin another file").contains("goes on in this one");
        assertThat(ticks(report(recordings(moved)))).isGreaterThan(before);
    }

    /** The second recording is detached from within a call that began before it. */
    @Test
    void attachedRecordings_holdEveryCallOnce() throws IOException {
        JvmProcess app = jvms.app(Stepper.class).start();
        String pid = Long.toString(app.pid());
        app.awaitStdout("ready");
        assertDone(jvms.jtracer("attach", pid, "include=" + STEPPER + ",rotate=20ms,output=run.jtr"));

        long first = callUntil(app, () -> recordings(app.directory()).size() > 3);
        assertDone(jvms.jtracer("stop", pid));
        List<Path> ofFirst = recordings(app.directory());
        app.ask("call 1000", " ok\n");
        app.ask("enter", " ok\n");
        assertDone(jvms.jtracer("start", pid));
        long second = callUntil(app, () -> recordings(app.directory()).size() > ofFirst.size() + 3);
        assertDone(jvms.jtracer("detach", pid));
        List<Path> ofSecond = recordings(app.directory());
        ofSecond.removeAll(ofFirst);
        app.ask("leave", " ok\n");
        app.send("exit 7");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(result.stdout()).endsWith(" ok\n");
        assertThat(recordings(app.directory())).hasSize(ofFirst.size() + ofSecond.size());
        assertHold(ofFirst, first);
        assertHold(ofSecond, second);
    }

    private void assertHold(List<Path> files, long calls) throws IOException {
        assertThat(files).hasSizeGreaterThan(3);
        JsonReport all = report(files);
        assertThat(all.calls(STEPPER + ".step")).isEqualTo(calls);
        assertThat(all.calls(STEPPER + ".half")).isEqualTo(calls);
        assertThat(all.text()).contains("\"lostRecords\":0");
        // A call that is open at a cut is in neither part.
        long apart = 0;
        for (Path file : files) {
            apart += report(List.of(file)).calls(STEPPER + ".half");
        }
        assertThat(apart).isBetween(calls - files.size(), calls);
    }

    private static void assertDone(JvmCommand command) {
        JvmResult result = command.run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
    }

    /** Has the program make calls until the condition holds. Returns their number. */
    private static long callUntil(JvmProcess app, Await.Condition condition) {
        long[] calls = {0};
        Await.until("enough files", () -> {
            calls[0] += 5_000;
            app.ask("call 5000", " ok\n");
            return condition.holds();
        });
        return calls[0];
    }

    @Test
    void defaultName_tellsServiceHostProcessAndTime() {
        JvmResult traced = jvms.app(HelloCalls.class)
                .env("HOSTNAME", "pod-7")
                .env("OTEL_SERVICE_NAME", "shop/cart \u00fc")
                .agent("include=dev.jtracer.examples.hello,rotate=10m")
                .run();

        assertThat(traced.files(".jtr")).singleElement().satisfies(file -> assertThat(
                        file.getFileName().toString())
                .matches("jtracer-cart___?-pod-7-\\d+-\\d{8}-\\d{6}\\.jtr"));
    }

    private JsonReport report(List<Path> files) throws IOException {
        return JsonReport.of(jvms, files);
    }

    private static long ticks(JsonReport report) {
        return report.calls(TICK);
    }

    private JvmResult status(JvmProcess app) {
        return jvms.jtracer("status", Long.toString(app.pid())).run();
    }

    private static long counter(JvmResult status, String label) {
        Matcher counter = Pattern.compile(Pattern.quote(label) + ":? +(\\d+)").matcher(status.stdout());
        return counter.find() ? Long.parseLong(counter.group(1)) : 0;
    }

    /** Returns the files that have content: a JVM that is killed when it has just created one leaves it empty. */
    private static List<Path> recordings(Path directory) {
        List<Path> files = new ArrayList<>(new JvmResult(0, "", "", directory).files(".jtr"));
        files.removeIf(file -> file.toFile().length() == 0);
        return files;
    }

    private static long returned(Path counts) throws IOException {
        ByteBuffer slots = ByteBuffer.wrap(Files.readAllBytes(counts));
        long sum = 0;
        for (int i = 0; i < CountedCalls.THREADS; i++) {
            sum += slots.getLong(i * CountedCalls.SLOT);
        }
        return sum;
    }

    /** Returns the counts that the program printed, by their words. */
    private static Map<String, Long> made(String stdout) {
        Map<String, Long> made = new HashMap<>();
        String[] words = stdout.trim().split(" ");
        for (int i = 0; i < words.length; i += 2) {
            made.put(words[i], Long.valueOf(words[i + 1]));
        }
        return made;
    }
}
