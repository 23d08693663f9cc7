// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose standard error is a full pipe: a parent process that does not read it. */
class UnreadStderrIT {
    private static final int PIPE_BYTES = 1 << 16;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start=off",
                "no-such-option=1",
                "output=/no/such/directory/x.json",
                "print=off,quiet=on",
                "print=calls",
                "print=totals,stall=1ms",
                "spool=1m,print=calls"
            })
    void program_runsAndEndsAsAlways(String options) throws IOException, InterruptedException {
        try (Pipe pipe = new Pipe(jvms.newDirectory("pipe"))) {
            pipe.fill();
            JvmResult ended = run(pipe, options);

            assertThat(ended.exitCode()).isEqualTo(9);
            assertThat(ended.stdout()).isEqualTo("ready\n1 ok\n2 ok\n");
        }
    }

    @Test
    void linesOfABusyProgram_areDroppedAndCounted() throws IOException, InterruptedException {
        try (Pipe pipe = new Pipe(jvms.newDirectory("pipe"))) {
            pipe.fill();
            JvmProcess app = start(pipe, "print=calls");
            app.ask("call 100000", " ok\n");
            app.ask("call 100000", " ok\n");
            app.ask("call 100000", " ok\n");
            Await.until("a dropped line", () -> {
                app.ask("call 10000", " ok\n");
                return jvms.jtracer("status", Long.toString(app.pid()))
                        .run()
                        .stdout()
                        .contains("lines dropped");
            });
            app.send("exit 9");

            assertThat(app.awaitExit().exitCode()).isEqualTo(9);
            assertThat(app.directory().resolve("trace.json")).exists();
        }
    }

    @Test
    void linesThatArePrintedLate_keepTheirOrder() throws IOException, InterruptedException {
        try (Pipe pipe = new Pipe(jvms.newDirectory("pipe"))) {
            pipe.fill();
            JvmProcess app = start(pipe, "print=totals");
            app.ask("call 1000", " ok\n");
            pipe.empty();
            app.send("exit 9");
            app.awaitExit();

            // The file may be complete before the totals are, or after.
            assertThat(pipe.rest())
                    .containsSubsequence("recording to", "TRACER OVERHEAD", "TRACER TOTAL OVERHEAD", "Stepper.step")
                    .containsSubsequence("TRACER OVERHEAD", "wrote");
        }
    }

    private JvmProcess start(Pipe pipe, String options) {
        JvmProcess app = jvms.app(Stepper.class)
                .agent("include=dev.jtracer.it.app,output=trace.json," + options)
                .stderr(pipe.path)
                .start();
        app.awaitStdout("ready");
        return app;
    }

    private JvmResult run(Pipe pipe, String options) {
        JvmProcess app = start(pipe, options);
        app.ask("call 30000", "1 ok\n");
        app.ask("call 30000", "2 ok\n");
        app.send("exit 9");
        return app.awaitExit();
    }

    /** A pipe of the file system, both ends of which this test holds open. */
    private static final class Pipe implements AutoCloseable {
        private final Path path;
        private final RandomAccessFile ends;

        Pipe(Path directory) throws IOException, InterruptedException {
            path = directory.resolve("stderr");
            assumeTrue(
                    new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0,
                    "no pipes in this file system");
            ends = new RandomAccessFile(path.toFile(), "rw");
        }

        void fill() throws IOException {
            ends.write(new byte[PIPE_BYTES]);
        }

        void empty() throws IOException {
            ends.readFully(new byte[PIPE_BYTES]);
        }

        /** Returns what is in the pipe, after the writers have ended. */
        String rest() throws IOException {
            ends.write('\0');
            StringBuilder text = new StringBuilder();
            for (int next = ends.read(); next != 0; next = ends.read()) {
                text.append((char) next);
            }
            return new String(text.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            ends.close();
        }
    }
}
