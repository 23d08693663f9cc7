// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.FailingDisk;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk on which writes to the recording fail, once or for a while. */
class FailingDiskIT {
    private static final String STEP = Stepper.class.getName() + ".step";
    private static final long ALL = 1_000_000;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(strings = {"stall=off", "ring=64m", "rotate=60m"})
    void oneFailure_losesNothing(String kind) throws IOException, InterruptedException {
        FailingDisk disk = new FailingDisk(jvms.newDirectory("disk"), ".jtr");
        JvmProcess app = start(disk, kind);
        app.ask("call 100000", " ok\n");
        disk.fail(1);
        app.ask("call 100000", " ok\n");
        Await.until("a failure", () -> disk.left() == 0);
        app.ask("call 100000", " ok\n");
        JvmResult ended = app.exit();

        assertThat(ended.stderr()).contains("Input/output error").doesNotContain("ends here", "cannot finish");
        JsonReport report = report(app);
        assertThat(report.calls(STEP)).isEqualTo(300_000);
        assertThat(report.text()).contains("\"truncated\":false", "\"lostRecords\":0");
    }

    @Test
    void failureAtTheStop_losesNothing() throws IOException, InterruptedException {
        FailingDisk disk = new FailingDisk(jvms.newDirectory("disk"), ".jtr");
        JvmProcess app = start(disk, "stall=off");
        app.ask("call 1000", " ok\n");
        disk.fail(2);
        JvmResult ended = app.exit();

        assertThat(ended.stderr()).doesNotContain("cannot finish");
        assertThat(report(app).calls(STEP)).isEqualTo(1_000);
        assertThat(report(app).text()).contains("\"truncated\":false");
    }

    @Test
    void failureAtTheDetach_keepsTheTracerAndTheRecords() throws IOException, InterruptedException {
        FailingDisk disk = new FailingDisk(jvms.newDirectory("disk"), ".jtr");
        JvmProcess app = start(disk, "stall=off");
        app.ask("call 1000", " ok\n");
        disk.fail(ALL);

        JvmResult failed = jvms.jtracer("detach", Long.toString(app.pid())).run();
        disk.fail(0);
        JvmResult detached = jvms.jtracer("detach", Long.toString(app.pid())).run();

        assertThat(failed.exitCode()).isEqualTo(4);
        assertThat(failed.stderr())
                .startsWith("the tracer stays in process '" + app.pid() + "'; detach it again\ncannot finish '");
        assertThat(detached.exitCode()).as(detached.stderr()).isZero();
        assertThat(report(app).calls(STEP)).isEqualTo(1_000);
    }

    @Test
    void failureUntilTheSpoolIsFull_endsTheRecordingAndSaysSoEverywhere() throws IOException, InterruptedException {
        FailingDisk disk = new FailingDisk(jvms.newDirectory("disk"), ".jtr");
        JvmProcess app = start(disk, "spool=1m,wait=1s");
        app.ask("call 1000", " ok\n");
        disk.fail(ALL);
        app.ask("call 200000", " ok\n");
        app.awaitStderr("ends here: Input/output error");
        app.ask("call 200000", " ok\n");
        String status = jvms.jtracer("status", Long.toString(app.pid())).run().stdout();
        disk.fail(0);
        JvmResult ended = app.exit();

        assertThat(status).containsPattern("recording +off").containsPattern("ended early +after .*s: Input/output");
        assertThat(ended.otherStderr()).isEmpty();
        JsonReport report = report(app);
        assertThat(report.calls(STEP)).isBetween(10_000L, 201_000L);
        assertThat(report.text())
                .contains("\"truncated\":true", "\"endedEarly\":\"after ")
                .doesNotContain("\"lostRecords\":0");
        assertThat(jvms.jtracer("report", "trace.jtr").in(app.directory()).run().stdout())
                .containsPattern("how many records were lost is not known|at least [0-9,]+ records? lost")
                .containsPattern("the recording ended before its stop, after .*s: Input/output error; what followed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring=64m", "rotate=60m"})
    void recordingOfTheNewestCalls_goesOnWhenTheDiskDoes(String kind) throws IOException, InterruptedException {
        FailingDisk disk = new FailingDisk(jvms.newDirectory("disk"), ".jtr");
        JvmProcess app = start(disk, "spool=1m,wait=100ms," + kind);
        app.ask("call 1000", " ok\n");
        disk.fail(ALL);
        app.ask("call 500000", " ok\n");
        app.awaitStderr("it is tried again");
        String status = jvms.jtracer("status", Long.toString(app.pid())).run().stdout();
        disk.fail(0);
        app.awaitStderr("goes on, after");
        app.ask("call 1000", " ok\n");
        JvmResult ended = app.exit();

        assertThat(status)
                .containsPattern("recording +on")
                .containsPattern("disk failures +1")
                .containsPattern("disk fails +Input/output error, for");
        assertThat(ended.stderr()).doesNotContain("ends here", "cannot finish");
        JsonReport report = report(app);
        assertThat(report.calls(STEP)).isBetween(2_000L, 501_999L);
        assertThat(report.text()).contains("\"truncated\":false").containsPattern("\"lostRecords\":[1-9]");
    }

    private JvmProcess start(FailingDisk disk, String options) {
        JvmProcess app = disk.under(jvms.app(Stepper.class)
                        .agent("include=dev.jtracer.it.app,print=off,output=trace.jtr," + options))
                .start();
        app.awaitStdout("ready");
        return app;
    }

    private JsonReport report(JvmProcess app) throws IOException {
        List<Path> files = new JvmResult(0, "", "", app.directory()).files(".jtr");
        return JsonReport.of(jvms, files);
    }
}
