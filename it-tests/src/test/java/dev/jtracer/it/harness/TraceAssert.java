// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

/** What every traced run owes its application. */
public final class TraceAssert {
    private TraceAssert() {}

    /** Checks that standard output, exit code and all of standard error but our own lines are those of the other run. */
    public static void assertSameBehaviour(JvmResult traced, JvmResult untraced) {
        assertThat(traced.stdout()).isEqualTo(untraced.stdout());
        assertThat(traced.otherStderr()).isEqualTo(untraced.otherStderr());
        assertThat(traced.exitCode()).isEqualTo(untraced.exitCode());
    }

    /** Checks that the totals printed are those of the trace: the same names and counts, and min, average, max in order. */
    public static void assertTotalsMatch(JvmResult traced, StrictTrace trace) {
        trace.counts().forEach((name, count) -> assertThat(traced.totals().get(name))
                .as(name)
                .satisfies(total -> {
                    assertThat(total.count()).isEqualTo(count);
                    assertThat(total.min()).isLessThanOrEqualTo(total.average());
                    assertThat(total.average()).isLessThanOrEqualTo(total.max());
                }));
    }
}
