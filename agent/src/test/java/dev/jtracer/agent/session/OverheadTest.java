// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.engine.report.TracingCost;
import org.junit.jupiter.api.Test;

class OverheadTest {
    private final WeaveCounters weaving = new WeaveCounters();
    private final Overhead overhead = new Overhead(new RecorderSpool(false), weaving, null);

    @Test
    void eachMeasurement_countsForTheEventsSinceTheOneBefore() {
        assertThat(overhead.isMeasured()).isFalse();

        overhead.charge(90, 200_000);
        overhead.charge(30, 600_000);

        assertThat(overhead.nanosPerTiming()).isEqualTo(50);
    }

    @Test
    void measurementBeforeTheFirstEvent_countsByItself() {
        overhead.charge(200, 0);

        assertThat(overhead.nanosPerTiming()).isEqualTo(200);
    }

    @Test
    void noPart_isNegative() {
        weaving.started(System.nanoTime() + 1_000_000_000);

        TracingCost cost = overhead.besides();

        assertThat(cost.startNanos()).isZero();
        assertThat(cost.weavingNanos()).isZero();
        assertThat(cost.classesWoven()).isZero();
        assertThat(cost.tracerCpuNanos()).isNotNegative();
        assertThat(cost.compilerCpuNanos()).isNotNegative();
    }
}
