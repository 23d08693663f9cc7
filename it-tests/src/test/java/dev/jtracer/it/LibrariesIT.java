// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.library.Library;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.RecordingEnd;
import dev.jtracer.it.harness.StrictTrace;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real libraries traced as a whole, every class and every callback, with the verifier on for all code. */
class LibrariesIT {
    /** The result of each program without the tracer, run once for both tests. */
    private static final Map<Library, JvmResult> UNTRACED = new EnumMap<>(Library.class);

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @EnumSource
    void libraryTracedAsAWhole_behavesAsBefore(Library library) {
        JvmCommand program = program(library, "");

        JvmResult traced = program.run();

        assertAsBefore(library, program, traced);
        assertThat(RecordingEnd.of(traced).counter("runs")).isPositive();
    }

    /** A budget that cannot be reached: methods are woven out and in again while their calls are open. */
    @ParameterizedTest
    @EnumSource
    void libraryBeyondItsBudget_behavesAsBefore(Library library) {
        JvmCommand program = program(library, ",budget=0.1%").quick();

        assertAsBefore(library, program, program.run());
    }

    private JvmCommand program(Library library, String options) {
        return jvms.app(library.program())
                .onClassPath(library.jars())
                .jvm("-Xverify:all")
                .agent("callbacks=all,min=20us,include=" + library.packages() + ";"
                        + library.program().getName() + options);
    }

    private static void assertAsBefore(Library library, JvmCommand program, JvmResult traced) {
        assertSameBehaviour(traced, UNTRACED.computeIfAbsent(library, first -> program.runUntraced()));
        assertThat(traced.exitCode()).isZero();
        assertThat(traced.stderr()).doesNotContain("VerifyError", "LinkageError", "is not traced");
        RecordingEnd end = RecordingEnd.of(traced);
        assertThat(end.counter("classesWoven")).isGreaterThan(50);
        assertThat(end.counters())
                .containsEntry("classesFailed", 0L)
                .containsEntry("methodsSkipped", 0L)
                .containsEntry("unwrapped", 0L)
                .containsEntry("recorderFailures", 0L)
                .containsEntry("lostEvents", 0L)
                .containsEntry("unmatchedExits", 0L)
                .containsEntry("unmatchedEnters", 0L);
        assertThat(end.counter("passes")).isPositive();
        assertThat(traced.files(".json"))
                .allSatisfy(file -> assertThat(StrictTrace.scan(file).counts()).isNotEmpty());
    }
}
