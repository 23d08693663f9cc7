// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.FewSlowRequests;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A recording that keeps only what surrounds slow calls, from a ring that is overwritten many times meanwhile. */
class SlowIT {
    private static final String APP = FewSlowRequests.class.getName();
    private static final String OPTIONS = "include=" + APP + ",slow=400ms,ring=512k";

    private static final int ATTEMPTS = 5;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void slow_keepsThreeSlowRequestsOf203AndWhatSurroundsThem() {
        JvmProcess app = served(3, OPTIONS);
        app.send("");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).isZero();
        assertThat(result.files(".jtr")).isEmpty();
        assertThat(result.files(".1")).isEmpty();
        assertHoldSlowRequests(result.files(".json"));
        assertThat(result.tracerLines().stream().filter(line -> line.contains("retained part")))
                .hasSize(3)
                .allMatch(line -> line.contains("1 slow call, the longest ") && line.endsWith(APP + ".slow"));
        assertThat(result.stderr())
                .contains("3 slow calls found, 3 retained (slow=400ms)")
                .contains(" and 2 more parts");
    }

    @Test
    void slow_keepsNoFileWithoutASlowCall() {
        JvmProcess app = served(0, OPTIONS);
        app.send("");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).isZero();
        assertThat(result.files("")).isEmpty();
        assertThat(result.stderr()).contains("no call took 400ms or longer, so no file is kept");
    }

    @Test
    void slow_keepsNoRecordingWithoutASlowCall() {
        JvmProcess app = served(0, OPTIONS + ",output=wanted.jtr");
        app.send("");
        JvmResult result = app.awaitExit();

        assertThat(result.files("")).isEmpty();
    }

    @Test
    void convert_findsTheSlowRequestsOfAKilledJvm() {
        JvmProcess app = served(3, OPTIONS);
        app.kill();
        Path directory = app.directory();
        // If the kill came between the two renames of a ring, no file has this name, and the command finds the
        // others.
        Path recording = directory.resolve("jtracer-" + app.pid() + ".jtr");

        JvmResult converted = jvms.jtracer("convert", recording.toString()).run();

        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        assertHoldSlowRequests(new JvmResult(0, "", "", directory).files(".json"));
    }

    @Test
    void convert_keepsTheCallThatHadNotEndedWhenTheJvmWasKilled() throws InterruptedException {
        JvmProcess app = served(0, "include=" + APP + ",slow=400ms,ring=64m,output=killed.jtr");
        Thread.sleep(500); // by then main is slow, on a machine on which it served all in less
        app.kill();
        Path recording = app.directory().resolve("killed.jtr");

        JvmResult converted = jvms.jtracer("convert", recording.toString()).run();

        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        assertThat(converted.stderr())
                .contains("no slow call had ended when the JVM was killed; retained is what followed the begin of '"
                        + APP + ".main'");
        assertThat(StrictTrace.scan(app.directory().resolve("killed.json")).counts())
                .containsEntry(APP + ".step", 400_000L);
    }

    @Test
    void report_countsTheCallsOfTheTracesAlone() throws IOException {
        JvmProcess app = served(3, OPTIONS + ",output=kept.jtr");
        app.send("");
        JvmResult ended = app.awaitExit();
        Path recording = ended.files("kept.jtr").get(0);
        JvmResult converted = jvms.jtracer("convert", recording.toString()).run();
        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        List<Path> traces = ended.files(".json");
        assertHoldSlowRequests(traces);
        JvmResult stdout =
                jvms.jtracer("convert", recording.toString(), "-o", "-").run();
        assertThat(stdout.exitCode()).as(stdout.stderr()).isZero();
        Path one = Files.writeString(jvms.newDirectory("stdout").resolve("one.json"), stdout.stdout());

        Map<String, Object> ofRecording = report(List.of(recording));
        Map<String, Object> ofTraces = report(traces);

        assertThat(calls(ofRecording)).isEqualTo(Map.of("before", 3L, "half", 24L, "slow", 3L, "waiting", 3L));
        for (String part : List.of("methods", "callbacks", "rootCalls", "slowestCalls", "paths", "threads")) {
            assertThat(ofRecording.get(part)).as(part).isEqualTo(ofTraces.get(part));
        }
        Map<String, Long> counts = new TreeMap<>();
        StrictTrace.read(one).counts().forEach((name, count) -> counts.put(simpleName(name), count));
        assertThat(counts).isEqualTo(calls(ofRecording));
    }

    private Map<String, Object> report(List<Path> files) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("report", "--json"));
        files.forEach(file -> arguments.add(file.toString()));
        JvmResult result = jvms.jtracer(arguments.toArray(String[]::new)).run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return JsonValue.object(result.stdout());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Long> calls(Map<String, Object> report) {
        Map<String, Long> calls = new TreeMap<>();
        for (Map<String, Object> method : (List<Map<String, Object>>) Objects.requireNonNull(report.get("methods"))) {
            String name = (String) Objects.requireNonNull(method.get("name"));
            calls.put(simpleName(name), ((Number) Objects.requireNonNull(method.get("count"))).longValue());
        }
        return calls;
    }

    private JvmProcess served(int slow, String options) {
        for (int attempt = 1; ; attempt++) {
            JvmProcess app = jvms.app(FewSlowRequests.class, Integer.toString(slow))
                    .agent(options)
                    .start();
            app.awaitStdout("served");
            // On a busy machine, a fast request may take as long as a slow one.
            if (!app.stdout().contains("stalled") || attempt == ATTEMPTS) {
                return app;
            }
            app.kill();
        }
    }

    private static void assertHoldSlowRequests(List<Path> files) {
        assertThat(files).hasSize(3);
        for (Path file : files) {
            StrictTrace trace = StrictTrace.read(file);
            assertThat(trace.tree("main")
                            .lines()
                            .filter(line -> !line.contains(".main"))
                            .map(SlowIT::simpleName))
                    .as("%s", file)
                    .containsExactly(
                            "before", "half", "half", "slow", "half", "half", "waiting", "half", "half", "half",
                            "half");
        }
    }

    private static String simpleName(String line) {
        return line.substring(line.lastIndexOf('.') + 1);
    }
}
