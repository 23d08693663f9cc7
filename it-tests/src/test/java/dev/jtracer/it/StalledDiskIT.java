// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.LoadsOnRequest;
import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.RecordingEnd;
import dev.jtracer.it.harness.Recordings;
import dev.jtracer.it.harness.StalledDisk;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A disk that does not respond, for which the application does not wait. */
class StalledDiskIT {
    private static final String APP = "dev.jtracer.it.app.LoadsOnRequest";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void loadingAClass_doesNotWaitForTheDisk() throws IOException, InterruptedException {
        JvmProcess app = start("full=drop");
        try (StalledDisk disk = new StalledDisk(app)) {
            app.send("first");
            assertThat(disk.awaitStall()).isEqualTo("jtracer");

            app.send("second");
            app.awaitStdout("second loaded");
        }
        app.send("third");
        app.awaitStdout("third loaded");
        app.send("exit");

        JvmResult ended = app.awaitExit();
        assertThat(ended.exitCode()).isEqualTo(3);
        assertThat(ended.trace().count(APP + "$First.name")).isOne();
        assertThat(ended.trace().count(APP + "$Second.name")).isOne();
        assertThat(ended.trace().count(APP + "$Third.name")).isOne();
    }

    @Test
    void killWhileTheDiskStalls_losesNoName() throws IOException, InterruptedException {
        JvmProcess app = start("full=wait");
        try (StalledDisk disk = new StalledDisk(app)) {
            app.send("first");
            disk.awaitStall();
            app.send("second");
            app.awaitStdout("second loaded");
            app.send("third");
            app.awaitStdout("third loaded");
            app.kill();
        }

        List<StrictTrace> traces = Recordings.read(jvms, app.directory());
        assertThat(StrictTrace.count(traces, APP + "$First.name")).isOne();
        assertThat(StrictTrace.count(traces, APP + "$Second.name")).isOne();
        assertThat(StrictTrace.count(traces, APP + "$Third.name")).isOne();
    }

    @Test
    void callsWhileTheDiskStalls_waitForItOnce() throws IOException, InterruptedException {
        JvmProcess app = jvms.app(Stepper.class)
                .jvm(StalledDisk.FLAG)
                .agent("include=dev.jtracer.it.app,spool=1m,wait=100ms,quiet=on")
                .start();
        app.awaitStdout("ready");
        try (StalledDisk disk = new StalledDisk(app)) {
            // Ten times the spool's capacity. If each record waited, this would take a day.
            app.send("call 700000");
            disk.awaitStall();
            app.awaitStdout("1 ok");
        }
        app.send("exit 0");

        RecordingEnd end = RecordingEnd.of(app.awaitExit());
        assertThat(end.counter("lostEvents")).isPositive();
        assertThat(end.counter("waitedNanos")).isPositive();
    }

    @Test
    void waitForABuffer_isACallOfItsOwn() throws IOException, InterruptedException {
        JvmProcess app = jvms.app(Stepper.class)
                .jvm(StalledDisk.FLAG)
                .agent("include=dev.jtracer.it.app,spool=1m,wait=1m,quiet=on")
                .start();
        app.awaitStdout("ready");
        try (StalledDisk disk = new StalledDisk(app)) {
            app.send("call 200000");
            disk.awaitStall();
            disk.awaitWait("main");
            Thread.sleep(1_000); // this is the wait itself, not one for a condition
        }
        app.awaitStdout("1 ok");
        app.send("exit 0");

        JvmResult ended = app.awaitExit();
        long waited = RecordingEnd.of(ended).counter("waitedNanos");
        long recorded = ended.trace().rows().stream()
                .flatMap(row -> row.outer().stream())
                .filter(call -> call.name().equals("jtracer waits for a buffer"))
                .mapToLong(StrictTrace.Call::durationNanos)
                .sum();
        assertThat(recorded).isBetween(waited / 2, waited).isGreaterThan(400_000_000);
    }

    @Test
    void exitWhileTheDiskStalls_endsInTime() throws IOException, InterruptedException {
        JvmProcess app = start("exit=2s");
        try (StalledDisk disk = new StalledDisk(app)) {
            app.send("first");
            disk.awaitStall();
            app.awaitStdout("first loaded");
            long start = System.nanoTime();
            app.send("exit");

            JvmResult ended = app.awaitExit();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
            assertThat(ended.exitCode()).isEqualTo(3);
            assertThat(ended.tracerLines()).anySatisfy(line -> assertThat(line)
                    .contains("cannot finish")
                    .contains("the tracer's thread has not answered")
                    .contains("convert"));
        }
    }

    private JvmProcess start(String options) {
        JvmProcess app = jvms.app(LoadsOnRequest.class)
                .jvm(StalledDisk.FLAG)
                .agent("include=dev.jtracer.it.app," + options)
                .start();
        app.awaitStdout("ready");
        return app;
    }
}
