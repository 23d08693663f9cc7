// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.DroppedCallbacks;
import dev.jtracer.it.app.DroppedLoaders;
import dev.jtracer.it.app.EndedThreads;
import dev.jtracer.it.app.ManyVirtualThreads;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaksIT {
    private static final boolean FULL = Boolean.getBoolean("jtracer.it.full");

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void loadersOfTracedCallbacks_areCollected() {
        JvmCommand program = jvms.app(DroppedLoaders.class)
                .jvm("-Xverify:all")
                .agent("callbacks=all,output=leaks.jtr,include=" + DroppedLoaders.class.getName());

        JvmResult traced = program.run();

        assertSameBehaviour(traced, program.runUntraced());
        assertThat(traced.stdout()).contains("collected 1000");
        // Each loader's task was traced: a shared list, two calls, and a thread.
        assertThat(traced.total(DroppedLoaders.Task.class.getName() + ".getAsInt")
                        .count())
                .isEqualTo(1_000);
        assertThat(traced.total(DroppedLoaders.Task.class.getName() + ".call[0]")
                        .count())
                .isEqualTo(2_000);
    }

    @Test
    void droppedCallbacks_areCollected() {
        JvmCommand program = jvms.app(DroppedCallbacks.class, "stop")
                .jvm("-Xverify:all")
                .agent("callbacks=all,output=leaks.jtr,include=" + DroppedCallbacks.class.getName());

        JvmResult traced = program.run();

        assertThat(traced.stdout()).contains("left while recording []", "left after the recording []");
        // Without the agent there is no recording to stop.
        assertSameBehaviour(traced, jvms.app(DroppedCallbacks.class).runUntraced());
        assertThat(traced.total(DroppedCallbacks.class.getName() + ".run[0]").count())
                .isEqualTo(12);
    }

    @Test
    void threadsThatEndWhileRecording_leaveNothingOnTheHeap() {
        JvmCommand program = jvms.app(EndedThreads.class)
                .agent("callbacks=off,output=leaks.jtr,include=" + EndedThreads.class.getName());

        JvmResult traced = program.run();

        assertThat(traced.stdout()).contains("left nothing");
        assertSameBehaviour(traced, program.runUntraced());
    }

    @Test
    void threadsThatEndAfterAStop_areCollected() {
        JvmCommand program =
                jvms.app(EndedThreads.class, "stop").agent("output=leaks.jtr,include=" + EndedThreads.class.getName());

        JvmResult traced = program.run();

        assertThat(traced.exitCode()).isZero();
        assertThat(traced.stdout()).contains("left 0");
    }

    @Test
    void virtualThreadsWithCallbacks_leaveNothingOnTheHeap() {
        assumeTrue(Jdk.feature() >= 21, "virtual threads need Java 21, this is " + Jdk.feature());
        int threads = FULL ? 500_000 : 50_000;
        JvmCommand program = jvms.app(ManyVirtualThreads.class, Integer.toString(threads))
                .agent("callbacks=all,output=leaks.jtr,include=" + ManyVirtualThreads.class.getName());

        JvmResult traced = program.run();

        assertSameBehaviour(traced, program.runUntraced());
        assertThat(traced.stdout()).contains("heap has not grown");
        assertThat(traced.total(ManyVirtualThreads.class.getName() + ".count[0]")
                        .count())
                .isEqualTo(2L * threads);
    }
}
