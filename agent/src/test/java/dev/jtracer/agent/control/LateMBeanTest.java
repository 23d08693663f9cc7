// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LateMBeanTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "method", null, -1);
    }

    @Test
    void time_comesWhenTheApplicationHasItsLogManager() {
        assertThat(LateMBean.isTime(true, false, 0)).isTrue();
        assertThat(LateMBean.isTime(true, true, 0)).isTrue();
    }

    @Test
    void time_comesWhenTheApplicationNeverLogs() {
        assertThat(LateMBean.isTime(false, false, 9 * SECOND)).isFalse();
        assertThat(LateMBean.isTime(false, false, 10 * SECOND)).isTrue();
    }

    @Test
    void time_doesNotComeBeforeALogManagerThatWasNamed() {
        assertThat(LateMBean.isTime(false, true, 3600 * SECOND)).isFalse();
    }

    @Test
    void premain_isLeftWhenMainRuns() {
        StackTraceElement agent = frame("dev.jtracer.AgentMain");

        assertThat(LateMBean.hasLeftPremain(
                        new StackTraceElement[] {agent, frame("sun.instrument.InstrumentationImpl")}))
                .isFalse();
        assertThat(LateMBean.hasLeftPremain(
                        new StackTraceElement[] {frame("java.lang.Class"), frame("sun.launcher.LauncherHelper")}))
                .isFalse();
        assertThat(LateMBean.hasLeftPremain(new StackTraceElement[] {agent, frame("com.acme.Main")}))
                .isTrue();
        assertThat(LateMBean.hasLeftPremain(new StackTraceElement[0])).isTrue();
    }
}
