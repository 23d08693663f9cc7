// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The jar is overwritten in place while a JVM runs with it, as by a deployment that copies a new version. */
class ReplacedJarIT {
    private static final String NEXT_STEP = "if the jar was replaced under ";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void commandsAndExit_workOrSayTheNextStep() throws IOException {
        Path copy = jvms.newDirectory("jar").resolve("tracer.jar");
        Files.copy(TracerJar.path(), copy);
        JvmProcess app = jvms.app(Stepper.class)
                .jvm("-javaagent:" + copy + "=include=dev.jtracer.it.app,output=own.json")
                .start();
        app.awaitStdout("ready");
        app.send("call 3");
        app.awaitStdout("1 ok");

        Files.write(copy, new byte[1 << 20]);

        boolean stopped = false;
        for (String command : List.of("status", "top", "stop", "detach")) {
            JvmResult answer = jvms.jtracer(command, Long.toString(app.pid())).run();
            assertThat(answer.exitCode() == 0 || (answer.stderr() + app.stderr()).contains(NEXT_STEP))
                    .as(command + " answers '" + answer.stdout() + answer.stderr() + "'; the JVM says " + app.stderr())
                    .isTrue();
            stopped |= command.equals("stop") && answer.exitCode() == 0;
        }
        app.send("call 4");
        app.awaitStdout("2 ok");
        app.send("exit 7");

        JvmResult ended = app.awaitExit();
        assertThat(ended.exitCode()).isEqualTo(7);
        assertThat(ended.stderr()).doesNotContain("tracing is off");
        assertThat(trace(ended).count(Stepper.class.getName() + ".step")).isEqualTo(stopped ? 3 : 7);
    }

    /**
     * Returns the trace; where a class for it was not loaded in time, the recording is whole, and a line says how to
     * convert it.
     */
    private StrictTrace trace(JvmResult ended) throws IOException {
        if (!ended.files(".json").isEmpty()) {
            return ended.trace();
        }
        assertThat(ended.stderr()).contains("make it with: java -jar ");
        Path trace = jvms.newDirectory("converted").resolve("own.json");
        JvmResult converted = jvms.jtracer("convert", ended.files(".jtr").get(0).toString(), "-o", trace.toString())
                .run();
        assertThat(converted.exitCode()).as(converted.stderr()).isZero();
        return StrictTrace.read(trace);
    }
}
