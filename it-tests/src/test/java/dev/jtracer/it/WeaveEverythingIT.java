// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.CompletableFutures;
import dev.jtracer.examples.callbacks.ExecutorCallbacks;
import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.app.H2Workload;
import dev.jtracer.it.app.exceptions.ThrowingCalls;
import dev.jtracer.it.app.kinds.AllKindsOfMethods;
import dev.jtracer.it.app.recursion.Fibonacci;
import dev.jtracer.it.app.threads.Pools;
import dev.jtracer.it.app.threads.VirtualThreads;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import org.h2.Driver;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weaving of everything but the JDK, every method, with the verifier on for all code. */
class WeaveEverythingIT {
    /** As many as fill several pages of the table; H2IT traces ten times as many. */
    private static final String[] FEW_ROWS = {"200"};

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @ParameterizedTest
    @ValueSource(
            classes = {
                AllKindsOfMethods.class,
                CompletableFutures.class,
                ExecutorCallbacks.class,
                Fibonacci.class,
                H2Workload.class,
                Pools.class,
                Shop.class,
                ThrowingCalls.class,
                VirtualThreads.class
            })
    void wovenProgram_behavesAsBefore(Class<?> main) {
        String[] arguments = main == H2Workload.class ? FEW_ROWS : new String[0];
        JvmCommand program = jvms.app(main, arguments)
                .onClassPath(Driver.class)
                .jvm("-Xverify:all")
                .agent("include=*,accessors=on,clinit=on");

        JvmResult traced = program.run();

        assertSameBehaviour(traced, program.runUntraced());
        assertThat(traced.stderr()).doesNotContain("VerifyError");
        assertThat(traced.files(".json"))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(StrictTrace.scan(file).counts()).isNotEmpty());
        assertThat(traced.totals()).containsKey(main.getName() + ".main");
    }
}
