// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.FailingDisk;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM whose wall clock steps by an hour and back while it is traced: the trace's times know nothing of it. */
class ClockStepsIT {
    private static final String STEP = Stepper.class.getName() + ".step";
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(strings = {"print=off", "ring=64m", "rotate=1m", "stall=100ms"})
    void recording_isThatOfASteadyClock(String options) throws IOException, InterruptedException {
        JvmProcess app = start("output=trace.jtr," + options);
        for (int i = 0; i < 20; i++) {
            app.ask("call 5000", " ok\n");
            Thread.sleep(50);
        }
        JvmResult ended = app.exit();

        JsonReport report = JsonReport.of(jvms, ended.files(".jtr"));
        assertThat(report.calls(STEP)).isEqualTo(100_000);
        assertThat(report.text()).contains("\"truncated\":false", "\"lostRecords\":0");
        String text =
                jvms.jtracer(arguments("report", ended.files(".jtr"))).run().stdout();
        assertThat(text).containsPattern("^200,0[0-9]{2} calls .* within [1-9][0-9]?\\.[0-9]+ s,");
    }

    @Test
    void trace_runsForwardByTheSteadyClock() throws IOException, InterruptedException {
        JvmProcess app = start("output=trace.json");
        long begin = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            app.ask("call 50", " ok\n");
            Thread.sleep(50);
        }
        long nanos = System.nanoTime() - begin;
        StrictTrace trace = app.exit().trace(); // its reader checks that each row runs forward

        List<Long> starts = trace.rows().stream()
                .flatMap(row -> row.outer().stream())
                .filter(call -> call.name().equals(STEP))
                .map(StrictTrace.Call::startNanos)
                .toList();
        assertThat(starts).hasSize(1_000);
        // The first call may come late on a busy machine; 19 sleeps follow it.
        assertThat(starts.get(999) - starts.get(0)).isBetween(900_000_000L, nanos + nanos / 2);
        assertThat(trace.rows())
                .allSatisfy(row -> assertThat(row.outer().durationNanos()).isLessThan(HOUR_NANOS / 2));
    }

    @Test
    void commands_reachIt() throws IOException, InterruptedException {
        JvmProcess app = start("output=trace.jtr");
        String pid = Long.toString(app.pid());
        for (String command : List.of("status", "dump", "toggle", "start", "status", "stop")) {
            JvmResult result = jvms.jtracer(command, pid).run();

            assertThat(result.exitCode()).as(command + ": " + result.stderr()).isZero();
            assertThat(result.stdout()).as(command).isNotEmpty();
            Thread.sleep(90);
        }
        app.exit();
    }

    private static String[] arguments(String command, List<Path> files) {
        return Stream.concat(Stream.of(command), files.stream().map(Path::toString))
                .toArray(String[]::new);
    }

    private JvmProcess start(String options) throws IOException, InterruptedException {
        JvmProcess app = jvms.app(Stepper.class)
                .env(
                        "LD_PRELOAD",
                        FailingDisk.library(jvms.newDirectory("clock"), "clock-steps")
                                .toString())
                .agent("include=dev.jtracer.it.app," + options)
                .start();
        app.awaitStdout("ready");
        return app;
    }
}
