// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.CountedCalls;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.Recordings;
import dev.jtracer.it.harness.StrictTrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A busy JVM that is killed as the kernel does when memory is short. */
class KillIT {
    private static final String TICK = "dev.jtracer.it.app.CountedCalls.tick";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void kill_losesNoCallThatHadReturned() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int trials = Boolean.getBoolean("jtracer.it.full") ? 50 : 8;
        for (int trial = 0; trial < trials; trial++) {
            Path file = jvms.newDirectory("counts").resolve("counts");
            JvmProcess app = jvms.app(CountedCalls.class, file.toString())
                    .agent("include=dev.jtracer.it.app")
                    .start();
            app.awaitStdout("ticking");
            long enough = random.nextInt(20_000);
            Await.until("some calls", () -> returnedCalls(file) > enough);

            app.kill();

            List<StrictTrace> traces = Recordings.read(jvms, app.directory());
            // The kill may have hit each thread between the end of a call and its count, or within a call.
            assertThat(StrictTrace.count(traces, TICK))
                    .as("trial %d, seed %d", trial, seed)
                    .isBetween(returnedCalls(file), returnedCalls(file) + 2 * CountedCalls.THREADS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring=1m", "rotate=1m,keep=8m", "slow=100us"})
    void kill_leavesWhatWasToBeKept(String kept) throws IOException {
        Random random = new Random();
        int trials = Boolean.getBoolean("jtracer.it.full") ? 50 : 2;
        for (int trial = 0; trial < trials; trial++) {
            Path counts = jvms.newDirectory("counts").resolve("counts");
            JvmProcess app = jvms.app(CountedCalls.class, counts.toString())
                    .agent("include=dev.jtracer.it.app,output=trace-%n.jtr," + kept)
                    .start();
            app.awaitStdout("ticking");
            long enough = 100_000L + random.nextInt(200_000);
            Await.until("some calls", () -> returnedCalls(counts) > enough);

            app.kill();

            JvmResult report =
                    jvms.jtracer("report", app.directory().toString()).run();
            assertThat(report.exitCode()).as(report.stderr()).isZero();
            assertThat(report.stdout())
                    .as("trial %d, after %d calls", trial, enough)
                    .contains("CountedCalls.tick", "as that of a killed process")
                    .doesNotContain("damaged", "goes on");
        }
    }

    /** A ring's newest file has a temporary name for a moment, which a kill rarely hits. */
    @Test
    void killBetweenTwoNamesOfARing_leavesTheWholeRecording() throws IOException {
        Path counts = jvms.newDirectory("counts").resolve("counts");
        JvmProcess app = jvms.app(CountedCalls.class, counts.toString())
                .agent("include=dev.jtracer.it.app,ring=1m,output=trace.jtr")
                .start();
        app.awaitStdout("ticking");
        Path directory = app.directory();
        Await.until("an older file", () -> Files.exists(directory.resolve("trace.jtr.1")));
        app.kill();
        Path newest = directory.resolve("trace.jtr");
        Path temporary = directory.resolve("trace.jtr.0");
        if (Files.exists(newest)) {
            Files.move(newest, temporary, StandardCopyOption.REPLACE_EXISTING);
        }

        String report = report(temporary);

        assertThat(report).contains("CountedCalls.tick");
        assertThat(report(newest)).isEqualTo(report);
        assertThat(report(directory)).isEqualTo(report);
        assertThat(report(directory.resolve("jtracer-" + app.pid() + ".spool"))).isEqualTo(report);
        JvmResult converted = jvms.jtracer("convert", newest.toString()).run();
        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        assertThat(directory.resolve("trace.json")).isNotEmptyFile();
    }

    private String report(Path recording) {
        JvmResult report = jvms.jtracer("report", recording.toString()).run();
        assertThat(report.exitCode()).as(report.stderr()).isZero();
        return report.stdout();
    }

    private static long returnedCalls(Path file) throws IOException {
        ByteBuffer counts = ByteBuffer.wrap(Files.readAllBytes(file));
        long sum = 0;
        for (int i = 0; i < CountedCalls.THREADS; i++) {
            sum += counts.getLong(i * CountedCalls.SLOT);
        }
        return sum;
    }
}
