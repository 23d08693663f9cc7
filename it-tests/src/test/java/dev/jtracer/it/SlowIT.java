// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.FewSlowRequests;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A recording that keeps only what surrounds slow calls, from a ring that is overwritten many times meanwhile. */
class SlowIT {
    private static final String APP = FewSlowRequests.class.getName();
    private static final String OPTIONS = "include=" + APP + ",slow=400ms,ring=512k";

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
        assertThat(result.tracerLines().stream().filter(line -> line.contains("kept part")))
                .hasSize(3)
                .allMatch(line -> line.contains("1 slow call, the longest ") && line.endsWith(APP + ".slow"));
        assertThat(result.stderr())
                .contains("3 slow calls found, 3 kept (slow=400ms)")
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
        Path recording = new JvmResult(0, "", "", directory).files(".jtr").get(0);

        JvmResult converted = jvms.jtracer("convert", recording.toString()).run();

        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        assertHoldSlowRequests(new JvmResult(0, "", "", directory).files(".json"));
    }

    private JvmProcess served(int slow, String options) {
        JvmProcess app = jvms.app(FewSlowRequests.class, Integer.toString(slow))
                .agent(options)
                .start();
        app.awaitStdout("served");
        return app;
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
