// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Endings;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.Recordings;
import dev.jtracer.it.harness.StrictTrace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShutdownIT {
    private static final String CALLEE = "dev.jtracer.it.app.Endings.callee";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(strings = {"return", "exit", "uncaught", "hook"})
    void orderlyEnd_writesTheWholeTrace(String way) {
        JvmCommand endings = jvms.app(Endings.class, way).agent("include=dev.jtracer.it.app");

        JvmResult traced = endings.run();

        assertSameBehaviour(traced, endings.runUntraced());
        assertThat(traced.trace().count(CALLEE)).isGreaterThanOrEqualTo(1_000);
        assertThat(traced.files("").stream().filter(file -> !file.toString().endsWith(".json")))
                .as("left over beside the trace")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"daemons", "exits"})
    void endWithBusyThreads_writesAWholeTrace(String way) {
        // A drain that has no processor for seconds would leave the recording of so many calls unfinished.
        JvmCommand endings = jvms.app(Endings.class, way).agent("include=dev.jtracer.it.app,exit=60s");

        JvmResult traced = endings.run();

        assertSameBehaviour(traced, endings.runUntraced());
        List<StrictTrace> segments =
                traced.files(".json").stream().map(StrictTrace::scan).toList();
        assertThat(StrictTrace.count(segments, CALLEE)).isGreaterThanOrEqualTo(1_000);
    }

    /** The exit needs classes of the tracer that it has not used before. */
    @Test
    void detachDuringTheExit_leavesItToTheExit() {
        JvmResult traced = jvms.app(Endings.class, "detach-hook")
                .agent("include=dev.jtracer.it.app,output=trace.json")
                .run();

        assertThat(traced.stderr()).contains("TRACER the JVM is ending, and the tracer with it");
        assertThat(traced.trace().count(CALLEE)).isEqualTo(1_000);
        assertThat(traced.files(""))
                .extracting(file -> file.getFileName().toString())
                .containsExactly("trace.json");
    }

    /** Nobody would make a trace of it. */
    @Test
    void startAfterTheTracersEnd_isRefused() {
        JvmResult traced = jvms.app(Endings.class, "start-hook")
                .agent("include=dev.jtracer.it.app,output=trace.json")
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.files(""))
                .extracting(file -> file.getFileName().toString())
                .containsExactly("trace.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"halt", "halt-hook"})
    void halt_leavesARecordingThatConverts(String way) {
        JvmCommand endings = jvms.app(Endings.class, way).agent("include=dev.jtracer.it.app");

        JvmResult traced = endings.run();

        JvmResult untraced = endings.runUntraced();
        assertThat(traced.stdout()).isEqualTo(untraced.stdout());
        assertThat(traced.exitCode()).isEqualTo(untraced.exitCode());
        assertThat(StrictTrace.count(Recordings.read(jvms, traced.directory()), CALLEE))
                .isEqualTo(1_000);
    }
}
