// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.StoppedThreads;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Threads that end by {@link Thread#stop}, which has an effect until JDK 19. */
class StoppedThreadsIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void threadDeath_passesThroughTheRecorder() {
        assertThreadsDie(jvms.app(StoppedThreads.class, "60"));
    }

    /** Interpreted code can be stopped between any two bytecodes. */
    @Test
    void threadDeath_leavesTheRecorderWhole() {
        assertThreadsDie(jvms.app(StoppedThreads.class, "60").jvm("-Xint"));
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
        assertThat(traced.stderr().replaceAll("lost \\(\\d+ because no buffer was free\\)", ""))
                .doesNotContain(" lost");
        assertThat(traced.trace().counts()).containsKey(StoppedThreads.class.getName() + ".call");
    }
}
