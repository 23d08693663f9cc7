// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.harness.StrictTrace.Pass;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks that every traced run has to pass. */
public final class TraceAssert {
    private TraceAssert() {}

    /**
     * Checks that standard output, exit code and standard error, without the tracer's lines, equal those of the other
     * run.
     */
    public static void assertSameBehaviour(JvmResult traced, JvmResult untraced) {
        assertThat(traced.stdout()).isEqualTo(untraced.stdout());
        assertThat(traced.otherStderr()).isEqualTo(untraced.otherStderr());
        assertThat(traced.exitCode()).isEqualTo(untraced.exitCode());
    }

    /** Checks that the printed totals match the trace: the same names and counts, and min, average, max in order. */
    public static void assertTotalsMatch(JvmResult traced, StrictTrace trace) {
        trace.counts().forEach((name, count) -> assertThat(traced.totals().get(name))
                .as(name)
                .satisfies(total -> {
                    assertThat(total.count()).isEqualTo(count);
                    assertThat(total.min()).isLessThanOrEqualTo(total.average());
                    assertThat(total.average()).isLessThanOrEqualTo(total.max());
                }));
    }

    /**
     * Checks that the trace contains runs of callbacks that were passed, each with its pass of the same name.
     */
    public static void assertRunsHavePasses(StrictTrace trace) {
        Map<String, Pass> passes = trace.passes().stream().collect(Collectors.toMap(Pass::number, Function.identity()));
        assertThat(trace.runs())
                .filteredOn(run -> !run.number().isEmpty())
                .isNotEmpty()
                .allSatisfy(run -> assertThat(passes.get(run.number()))
                        .as("pass of %s", run)
                        .isNotNull()
                        .satisfies(pass -> assertThat(pass.name()).isEqualTo(run.name())));
    }
}
