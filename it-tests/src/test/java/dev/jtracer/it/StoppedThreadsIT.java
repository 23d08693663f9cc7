// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.StoppedThreads;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Threads that end by {@link Thread#stop}, which has an effect until JDK 19. */
class StoppedThreadsIT {
    private static final int THREADS = 60;
    private static final Pattern LOST_IN_A_WAIT = Pattern.compile("lost \\((\\d+) because no buffer was free\\)");

    @RegisterExtension
    final Jvms jvms = new Jvms();

    /**
     * Without C1: where the counter of a loop overflows, code that is profiled leaves its method by an exception of
     * {@link Thread#stop}, past the method's own handlers. That is a fault of the JVM, which a program shows that is
     * profiled for long enough, as one that is traced may be.
     */
    @Test
    void threadDeath_passesThroughTheRecorder() {
        assertThreadsDie(
                jvms.app(StoppedThreads.class, Integer.toString(THREADS)).jvm("-XX:-TieredCompilation"));
    }

    /** Interpreted code can be stopped between any two bytecodes. */
    @Test
    void threadDeath_leavesTheRecorderWhole() {
        assertThreadsDie(
                jvms.app(StoppedThreads.class, Integer.toString(THREADS)).jvm("-Xint"));
    }

    private static void assertThreadsDie(JvmCommand command) {
        JvmResult traced =
                command.agent("include=dev.jtracer.it.app,callbacks=all").run();

        JvmResult untraced = command.runUntraced();
        assertThat(untraced.stdout()).containsAnyOf("threads died", "cannot be stopped");
        assertThat(traced.stdout()).isEqualTo(untraced.stdout());
        assertThat(traced.exitCode()).isZero();
        assertThat(traced.otherStderr()).isEmpty();
        // A thread that is stopped while it waits for a buffer loses its record, which is counted.
        Matcher lost = LOST_IN_A_WAIT.matcher(traced.stderr());
        if (lost.find()) {
            assertThat(Integer.parseInt(lost.group(1))).isLessThanOrEqualTo(THREADS);
        }
        assertThat(lost.replaceAll("")).doesNotContain(" lost");
        assertThat(traced.trace().counts()).containsKey(StoppedThreads.class.getName() + ".call");
    }
}
