// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LateMBeanTest {
    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "method", null, -1);
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
