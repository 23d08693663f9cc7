// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.ManyTexts;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.RecordingEnd;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Texts logged by the application: none ends the recording, and none fills the heap. */
class TextsIT {
    private static final String CALLEE = "dev.jtracer.it.app.ManyTexts.callee";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void nullAndHugeText_leaveTheRecordingGoing() throws IOException {
        JvmResult traced = run("odd");

        assertThat(traced.trace().count(CALLEE)).isEqualTo(1_000);
        assertThat(traced.tracerLines()).noneMatch(line -> line.contains("ends here"));
        String trace = Files.readString(traced.files(".json").get(0));
        assertThat(trace)
                .contains("\"null\"")
                .contains("\"name\":\"\\\"\\\"\"")
                .contains("... (cut, 25165824 characters)");
        assertThat(trace.length()).isLessThan(1 << 20);
        assertThat(RecordingEnd.of(traced).counter("droppedPoints")).isZero();
    }

    @Test
    void loopOfTexts_isBoundedAndCounted() {
        JvmResult traced = run("many");

        assertThat(traced.trace().count(CALLEE)).isEqualTo(1_000);
        long dropped = RecordingEnd.of(traced).counter("droppedPoints");
        assertThat(dropped).isBetween(1L, 199_999L);
        assertThat(traced.tracerLines())
                .contains("TRACER dropped " + dropped
                        + " lines of text, because texts came faster than they could be written");
    }

    private JvmResult run(String texts) {
        JvmResult traced = jvms.app(ManyTexts.class, texts)
                .jvm("-Xmx64m", "-XX:+UseSerialGC")
                .agent("include=" + ManyTexts.class.getName() + ",exit=60s")
                .run();
        assertThat(traced.stdout()).isEqualTo("sum 1497500\n");
        assertThat(traced.exitCode()).isZero();
        return traced;
    }
}
