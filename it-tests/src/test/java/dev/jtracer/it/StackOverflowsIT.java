// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.StackOverflows;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.RecordingEnd;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls at the end of a thread's stack. */
class StackOverflowsIT {
    private static final int ROUNDS = 20;
    private static final int WAYS = 5;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    /**
     * Compares the numbers of errors that the JVM creates traced and untraced: each costs it a walk over the whole
     * stack.
     *
     * <p>A program of 100 errors creates 100 to 118 traced, 140 with interpreted frames alone, and up to 150 on a
     * busy machine; each error may cause one in the recorder. It created 796 when the recorder overflowed again at
     * each return.
     */
    @ParameterizedTest
    @ValueSource(strings = {"off", "all"})
    void stackOverflows_areTheProgramsOwn(String callbacks) {
        JvmCommand command = jvms.app(StackOverflows.class, Integer.toString(ROUNDS))
                .jvm("-Xss512k")
                .agent("include=dev.jtracer.it.app,callbacks=" + callbacks);

        JvmResult traced = command.run();
        JvmResult untraced = command.runUntraced();

        assertThat(traced.exitCode()).isZero();
        assertThat(traced.stdout()).isEqualTo(untraced.stdout());
        assertThat(errorsMade(traced)).isLessThanOrEqualTo(errorsMade(untraced) * 2);
        assertThat(RecordingEnd.of(traced).counter("lostAtStackEnd")).isLessThanOrEqualTo(ROUNDS * WAYS);
    }

    /** Returns the number of errors that the JVM has created, the recorder's own included. */
    private static long errorsMade(JvmResult result) {
        String counter = "StackOverflowErrors=";
        return result.stderr()
                .lines()
                .filter(line -> line.startsWith(counter))
                .mapToLong(line -> Long.parseLong(line.substring(counter.length())))
                .findFirst()
                .orElseThrow();
    }
}
