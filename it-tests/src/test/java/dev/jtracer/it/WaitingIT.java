// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.MoreExecutors;
import dev.jtracer.it.app.BusyThreads;
import dev.jtracer.it.app.TakingTurns;
import dev.jtracer.it.app.library.GuavaFutures;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for a free chunk: they lose only time, and little of it. */
class WaitingIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(strings = {"", ",ring=16m"})
    void unparkDuringAWait_isNotLost(String options) {
        JvmCommand turns = jvms.app(TakingTurns.class, "300")
                .agent("include=dev.jtracer.it.app,output=trace.jtr,spool=4m,quiet=on,exit=0" + options);

        assertSameOutput(turns);
    }

    @Test
    void guavaFutures_areGotWhileOthersAreBusy() {
        JvmCommand futures = jvms.app(GuavaFutures.class, "10000")
                .onClassPath(MoreExecutors.class)
                .agent("include=com.google,output=trace.jtr,quiet=on,exit=0");

        assertSameOutput(futures);
    }

    @Test
    void threadAmongManyBusyOnes_getsItsTurn() {
        JvmProcess busy = jvms.app(BusyThreads.class, "50")
                .agent("include=dev.jtracer.it.app,output=trace.jtr,spool=16m,exit=2s")
                .start();

        busy.awaitStdout("main has made");
        busy.signal("TERM");

        JvmResult result = busy.awaitExit();
        assertThat(result.exitCode()).isEqualTo(128 + 15);
        assertThat(result.tracerLines()).noneMatch(line -> line.contains("free some space"));
    }

    private static void assertSameOutput(JvmCommand command) {
        JvmResult traced = command.run();

        assertThat(traced.stdout()).isEqualTo(command.runUntraced().stdout());
        assertThat(traced.exitCode()).isZero();
    }
}
