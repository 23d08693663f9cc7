// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.JfrUser;
import dev.jtracer.it.app.SlowCauses;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A report names the cause of each slow call from a JFR recording. */
class FlightRecorderIT {
    private static final String APP = SlowCauses.class.getName();
    private static final double MILLIS = 1e6;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void slowCall_hasItsCauseInOneLine() throws IOException {
        Path trace = record("a.jtr");

        assertThat(trace.resolveSibling("a.jfr"))
                .satisfies(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------"));
        JvmResult report = jvms.jtracer("report", trace.toString(), "--by", "request", "--call", "1")
                .run();
        assertThat(report.exitCode()).as(report.stderr()).isZero();
        List<Map<String, Object>> calls = rootCalls(trace.toString());
        assertState(call(calls, "sleeper"), "Java Thread Sleep", "sleeps", 200);
        assertState(call(calls, "blocked"), "Java Monitor Blocked: java.lang.Object, held by holder", "isBlocked", 190);
        assertState(call(calls, "parked"), "Java Thread Park: java.util.concurrent.FutureTask", "isParked", 190);
        assertState(call(calls, "reader"), "Socket Read localhost|Socket Read 127", "reads", 100);
        assertState(call(calls, "collector"), "GC Phase Pause", "", 20);
        // The most frequent: a thread that gets no CPU may be sampled just before or after the method.
        assertThat(states(call(calls, "worker")))
                .filteredOn(state -> state.containsKey("samples"))
                .first()
                .satisfies(state -> assertThat(state).containsEntry("method", APP + ".works"));
    }

    @Test
    void samplesOfSlowCalls_areCollapsedStacks() throws IOException {
        Path trace = record("a.jtr");
        List<Map<String, Object>> calls = rootCalls(trace.toString());
        long ofWorker = states(call(calls, "worker")).stream()
                .mapToLong(state -> ((Number) state.getOrDefault("samples", 0)).longValue())
                .max()
                .orElseThrow();
        Path stacks = trace.resolveSibling("slow.collapsed");

        JvmResult slow = jvms.jtracer("report", trace.toString(), "--slow", "90ms", "-o", stacks.toString())
                .run();
        assertThat(slow.exitCode()).as(slow.stderr()).isZero();
        List<String> lines = Files.readAllLines(stacks);
        assertThat(lines).isNotEmpty().allSatisfy(line -> assertThat(line).matches("\\[.* tid=\\d+](;[^;]+)+ \\d+"));
        assertThat(lines.stream()
                        .filter(line -> line.startsWith("[worker "))
                        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                        .sum())
                .isEqualTo(ofWorker)
                .isPositive();
        assertThat(lines).anyMatch(line -> line.startsWith("[worker ") && line.contains(";" + APP + ".works"));
        JvmResult converted =
                jvms.jtracer("convert", stacks.toString(), "-f", "speedscope").run();
        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        JvmResult none = jvms.jtracer("report", trace.toString(), "--slow", "60m", "-o", stacks.toString())
                .run();
        assertThat(none.exitCode()).isNotZero();
        assertThat(none.stderr()).contains("no sample is within 0 root calls of '20'; take more of them with --top N");
        Files.delete(trace.resolveSibling("a.jfr"));
        JvmResult alone = jvms.jtracer("report", trace.toString(), "--call", "1", "-o", stacks.toString())
                .run();
        assertThat(alone.exitCode()).isNotZero();
        assertThat(alone.stderr()).contains("the samples come from JFR; record with jfr=on, or name a trace");
        assertThat(Files.readAllLines(stacks)).isEqualTo(lines);
    }

    @Test
    void jsonTrace_isExplainedToo_butNotByAnotherJvm() throws IOException {
        Path json = record("a.json");
        Path other = record("b.jtr");
        Path renamed = Files.move(json.resolveSibling("a.jfr"), json.resolveSibling("named.jfr"));

        assertThat(states(call(rootCalls(json.toString(), renamed.toString()), "sleeper")))
                .isNotEmpty();
        JvmResult mismatched =
                jvms.jtracer("report", other.toString(), renamed.toString()).run();
        assertThat(mismatched.exitCode()).isZero();
        assertThat(mismatched.stderr())
                .isEqualTo("'" + renamed + "' is of another process or time than the trace, and is not used\n");
        Path cut = renamed.resolveSibling("cut.jfr");
        byte[] whole = Files.readAllBytes(renamed);
        Files.write(cut, Arrays.copyOf(whole, whole.length - 20));
        JvmResult damaged =
                jvms.jtracer("report", json.toString(), cut.toString()).run();
        assertThat(damaged.exitCode()).isZero();
        assertThat(damaged.stderr().lines()).singleElement().satisfies(line -> assertThat(line)
                .contains("'" + cut + "'"));
        assertThat(damaged.stdout()).contains(APP.substring(APP.lastIndexOf('.') + 1) + ".sleeps");
        JvmResult several = jvms.jtracer("report", json.toString(), other.toString(), renamed.toString())
                .run();
        assertThat(several.exitCode()).isNotZero();
        assertThat(several.stderr()).isEqualTo("'" + renamed + "' is of one process; name one recording beside it\n");
    }

    /** The stop of a recording names all parts of its trace, which have one JFR recording beside the first. */
    @Test
    void directoryAndParts_areExplainedToo() throws IOException {
        Path recording = record("a.jtr");
        String directory = String.valueOf(recording.getParent());
        assertThat(states(call(rootCalls(directory), "sleeper"))).isNotEmpty();

        JvmResult converted = jvms.jtracer(
                        "convert",
                        recording.toString(),
                        "-o",
                        recording.resolveSibling("a.json").toString(),
                        "segment=4k")
                .run();
        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        Files.delete(recording);
        String[] parts = converted.stdout().lines().toArray(String[]::new);

        assertThat(parts).hasSizeGreaterThan(1);
        assertThat(states(call(rootCalls(parts), "sleeper"))).isNotEmpty();
        assertThat(states(call(rootCalls(directory), "sleeper"))).isNotEmpty();
    }

    @Test
    void attach_recordsToo() throws IOException {
        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");
        Path trace = jvms.newDirectory("attached").resolve("a.jtr");

        JvmResult attached = jvms.jtracer(
                        "attach", Long.toString(app.pid()), "include=dev.jtracer.it.app,jfr=on,output=" + trace)
                .run();
        app.send("call 10");
        app.awaitStdout("1 ok");
        JvmResult stopped = jvms.jtracer("stop", Long.toString(app.pid())).run();

        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(Files.size(trace.resolveSibling("a.jfr"))).isPositive();
    }

    /** JFR's own hook may need seconds on a busy machine, for which {@code exit=} waits. */
    @Test
    void endOfJvm_leavesTheFileToJfrsOwnHook() throws IOException {
        // Where both hooks stopped JFR, 12 of 60 runs left an empty file.
        for (int run = 0; run < 12; run++) {
            Path trace = jvms.newDirectory("ended").resolve("a.jtr");
            JvmResult result = jvms.app(JfrUser.class)
                    .agent("include=dev.jtracer.it.app,jfr=on,print=off,exit=60s,output=" + trace)
                    .run();

            assertThat(result.exitCode()).isZero();
            assertThat(result.stderr()).doesNotContain("JFR");
            assertThat(trace.resolveSibling("a.jfr")).isNotEmptyFile();
        }
    }

    @Test
    void recordingThatIsNotKept_leavesNoFileOfJfr() throws IOException {
        String options = "include=dev.jtracer.it.app,jfr=on,slow=60m,ring=512k,exit=60s,output=";
        Path ended = jvms.newDirectory("ended").resolve("a.json");
        JvmResult result = jvms.app(JfrUser.class).agent(options + ended).run();
        assertThat(result.stderr()).contains("or longer, so no file is kept");
        assertThat(ended.getParent()).isEmptyDirectory();

        JvmProcess app = jvms.app(Stepper.class).start();
        app.awaitStdout("ready");
        Path stopped = jvms.newDirectory("stopped").resolve("a.json");
        jvms.jtracer("attach", Long.toString(app.pid()), options + stopped).run();
        assertThat(stopped.resolveSibling("a.jfr")).exists();
        app.send("call 10");
        app.awaitStdout("1 ok");
        assertThat(jvms.jtracer("stop", Long.toString(app.pid())).run().exitCode())
                .isZero();
        assertThat(stopped.resolveSibling("a.jfr")).doesNotExist();
    }

    @Test
    void runtimeWithoutJfr_recordsCallsAlone() throws IOException {
        Path runtime = Jdk.link(jvms.newDirectory("runtime").resolve("image"), "java.base,java.instrument");
        JvmResult result = jvms.app(SlowCauses.class)
                .runtime(runtime)
                .agent("include=" + APP + ",jfr=on")
                .start()
                .awaitExit();

        assertThat(result.exitCode()).isZero();
        assertThat(result.stderr())
                .contains("TRACER jfr=on needs the module 'jdk.jfr', which this JVM lacks; recording calls without\n");
        assertThat(result.trace().count(APP + ".sleeps")).isEqualTo(1);
    }

    private Path record(String file) throws IOException {
        Path trace = jvms.newDirectory("recorded").resolve(file);
        JvmResult result = jvms.app(SlowCauses.class)
                .agent("include=" + APP + ",jfr=on,print=off,exit=60s,output=" + trace)
                .start()
                .awaitExit();
        assertThat(result.exitCode()).isZero();
        return trace;
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> rootCalls(String... files) throws IOException {
        String[] command = new String[files.length + 4];
        command[0] = "report";
        System.arraycopy(files, 0, command, 1, files.length);
        System.arraycopy(new String[] {"--by", "request", "--json"}, 0, command, files.length + 1, 3);
        Map<String, Object> json = JsonValue.object(jvms.jtracer(command).run().stdout());
        return (List<Map<String, Object>>) Objects.requireNonNull(json.get("rootCalls"));
    }

    private static Map<String, Object> call(List<Map<String, Object>> calls, String thread) {
        return calls.stream()
                .filter(call -> thread.equals(call.get("thread")))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> states(Map<String, Object> call) {
        return (List<Map<String, Object>>) call.getOrDefault("states", List.of());
    }

    private static void assertState(Map<String, Object> call, String name, String method, long leastMillis) {
        double took = ((Number) Objects.requireNonNull(call.get("durationNanos"))).doubleValue();
        assertThat(states(call))
                .filteredOn(state -> String.valueOf(state.get("name")).matches("(" + name + ").*"))
                .filteredOn(state -> method.isEmpty() || (APP + "." + method).equals(state.get("method")))
                .as("%s", states(call))
                .singleElement()
                .satisfies(state -> assertThat(((Number) Objects.requireNonNull(state.get("nanos"))).doubleValue())
                        .isBetween((leastMillis - 1) * MILLIS, took));
    }
}
