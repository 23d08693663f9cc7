// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.CountedCalls;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands on the file of a recording that goes on. */
@EnabledOnOs(OS.LINUX)
class GrowingRecordingIT {
    private static final String GOES_ON = "the recording goes on; what its JVM records from now on is not here";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void callsOfAnIdleThread_areThere() throws IOException {
        JvmProcess app = start(Stepper.class);
        app.awaitStdout("ready");
        app.ask("call 3", " ok\n");
        Path recording = app.directory().resolve("trace.jtr");

        String report = run("report", recording.toString());
        JsonReport json = JsonReport.of(jvms, List.of(recording));
        app.ask("call 4", " ok\n");

        assertThat(report).contains(GOES_ON).doesNotContain("killed");
        assertThat(json.calls(Stepper.class.getName() + ".step")).isEqualTo(3);
        assertThat(json.text()).contains("\"truncated\":true");
        assertThat(JsonReport.of(jvms, List.of(recording)).calls(Stepper.class.getName() + ".step"))
                .isEqualTo(7);
        app.kill();
        assertThat(run("report", recording.toString())).contains("killed").doesNotContain(GOES_ON);
    }

    @Test
    void callsOfBusyThreads_pairUp() throws IOException {
        Path counts = jvms.newDirectory("counts").resolve("counts");
        JvmProcess app = start(CountedCalls.class, counts.toString());
        app.awaitStdout("ticking");
        Path recording = app.directory().resolve("trace.jtr");
        Await.until("some calls", () -> Files.size(recording) > 300_000);

        JvmResult converted = jvms.jtracer("convert", recording.toString(), "-o", "trace.json")
                .run();
        assertThat(converted.stderr()).contains("of a recording that goes on");
        assertThat(StrictTrace.scan(converted.directory().resolve("trace.json"))
                        .count(CountedCalls.class.getName() + ".tick"))
                .isPositive();
        for (int i = 0; i < 3; i++) {
            String report = run("report", recording.toString());
            assertThat(report)
                    .contains(GOES_ON)
                    .doesNotContain("without a begin", "damaged")
                    // of each thread its run, tickForEver and one tick
                    .doesNotContainPattern("(?m)^([7-9]|[0-9]{2,}) begins? without an end");
        }
        app.kill();
    }

    private JvmProcess start(Class<?> main, String... arguments) {
        return jvms.app(main, arguments)
                .agent("include=dev.jtracer.it.app,print=off,output=trace.jtr")
                .start();
    }

    private String run(String... line) {
        JvmResult result = jvms.jtracer(line).run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result.stdout();
    }
}
