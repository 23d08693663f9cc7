// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.examples.threads.VirtualThreads;
import dev.jtracer.it.app.ParkedHandOver;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VirtualThreadsIT {
    private static final String CLASS = "dev.jtracer.examples.threads.VirtualThreads.";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @BeforeEach
    void virtualThreadsExist() {
        assumeTrue(Jdk.feature() >= 21, "virtual threads need Java 21, this is " + Jdk.feature());
    }

    @Test
    void callbackOnItsWay_isThatOfItsThreadAlone() {
        String name = ParkedHandOver.class.getName();
        JvmResult traced = jvms.app(ParkedHandOver.class)
                .jvm("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1")
                .agent("include=" + name + ",exclude=" + name + "$Left")
                .run();

        assertThat(traced.stdout().trim()).isEqualTo("1");
        StrictTrace trace = traced.trace();
        assertThat(trace.passingsOf(name + "$Direct.take[0]"))
                .singleElement()
                .satisfies(passing -> assertThat(passing.site()).isEmpty());
        assertThat(trace.passingsOf(name + "$Service.take[0]"))
                .singleElement()
                .satisfies(passing -> assertThat(passing.site()).startsWith(name + ".handOver:"));
    }

    @Test
    void parkingInMidCall_leavesEachThreadItsOwnCalls() {
        JvmCommand virtual = jvms.app(VirtualThreads.class).agent("include=dev.jtracer.examples.threads");

        JvmResult traced = virtual.run();

        assertSameBehaviour(traced, virtual.runUntraced());
        StrictTrace trace = traced.trace();
        List<StrictTrace.Row> travellers = trace.rows().stream()
                .filter(row -> row.thread().equals("virtual threads"))
                .toList();
        assertThat(travellers).hasSize(20).allSatisfy(traveller -> {
            StringBuilder step = new StringBuilder();
            step.append(CLASS).append("step\n");
            step.append("  ").append(CLASS).append("parkInMidCall\n");
            step.append("  ").append(CLASS).append("parkInMidCall\n");
            StrictTrace.Call lambda = traveller.outer().children().get(0);
            StrictTrace.Call journey = lambda.children().get(0);
            assertThat(journey.name()).isEqualTo(CLASS + "journey");
            assertThat(StrictTrace.tree(journey.children()))
                    .isEqualTo(step.toString().repeat(10));
        });
    }
}
