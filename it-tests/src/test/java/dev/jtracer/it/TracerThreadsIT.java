// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.FullHeap;
import dev.jtracer.it.app.InterruptedGroup;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Isolation of the tracer's threads: what the application does to all threads does not harm them, nor their failures
 * it.
 */
class TracerThreadsIT {
    private static final String CALLEE = "dev.jtracer.it.app.InterruptedGroup.callee";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void interruptOfTheApplicationsGroup_losesNothingUncounted() {
        JvmCommand program = jvms.app(InterruptedGroup.class, "own")
                .agent("include=" + InterruptedGroup.class.getName() + ",output=trace.jtr");

        JvmResult traced = program.run();

        assertSameBehaviour(traced, program.runUntraced());
        assertThat(traced.tracerLines()).noneMatch(line -> line.contains("ends here"));
        // An interrupted thread waits only briefly for a free buffer, because it keeps a core busy. Its lost records
        // are counted.
        assertThat(traced.total(CALLEE).count()).isBetween(3_000_000 - lostRecords(traced), 3_000_000L);
    }

    @Test
    void interruptOfEveryThread_isClearedByTheTracers() {
        JvmCommand program = jvms.app(InterruptedGroup.class, "root")
                .agent("include=" + InterruptedGroup.class.getName() + ",output=trace.jtr");

        JvmResult traced = program.run();

        assertSameBehaviour(traced, program.runUntraced());
        assertThat(traced.stdout()).contains("interrupted still: []");
    }

    @ParameterizedTest
    @ValueSource(strings = {"start=on", "start=off"})
    void fullHeap_neverReachesTheApplicationsHandler(String start) {
        JvmResult traced = jvms.app(FullHeap.class)
                .jvm("-Xmx24m", "-XX:+UseSerialGC")
                .agent("include=" + FullHeap.class.getName() + ",stall=1ms,output=trace.jtr," + start)
                .run();

        assertThat(traced.stdout()).isEqualTo("full 15 times\n");
        assertThat(traced.exitCode()).isZero();
    }

    private static long lostRecords(JvmResult traced) {
        Matcher lost = Pattern.compile("(\\d+) records lost").matcher(traced.stderr());
        return lost.find() ? Long.parseLong(lost.group(1)) : 0;
    }
}
