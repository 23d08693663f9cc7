// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.recursion.Fibonacci;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DepthIT {
    private static final String FIB = "dev.jtracer.it.app.recursion.Fibonacci.fib";
    private static final String DESCEND = "dev.jtracer.it.app.recursion.Fibonacci.descend";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void deepRecursion_isCutInTheFileAndCountedInTheTotals() {
        JvmCommand fibonacci = jvms.app(Fibonacci.class).agent("include=dev.jtracer.it.app.recursion");

        JvmResult traced = fibonacci.run();

        assertSameBehaviour(traced, fibonacci.runUntraced());
        StrictTrace trace = traced.trace();
        // fib(12) makes 2 * fib(13) - 1 calls; descend(700) makes 701; 498 of these fit below the thread and main.
        assertThat(trace.count(FIB)).isEqualTo(465);
        assertThat(trace.count(DESCEND)).isEqualTo(498);
        assertThat(traced.total(FIB).count()).isEqualTo(465);
        assertThat(traced.total(DESCEND).count()).isEqualTo(701);
    }

    @Test
    void depthOption_setsTheCut() {
        JvmResult traced = jvms.app(Fibonacci.class)
                .agent("include=dev.jtracer.it.app.recursion,depth=10")
                .run();

        assertThat(traced.trace().count(DESCEND)).isEqualTo(8);
    }
}
