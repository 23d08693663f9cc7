// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenContextTest {
    private final OpenContext context = OpenContext.begin();

    private void end() {
        context.request.exit();
        context.end();
    }

    @Test
    void request_hasTheFirstIdThatIsPut() {
        context.request.enter();
        context.request.begin(7);

        context.traceId("4bf92f35");
        context.traceId("a3ce929d");

        assertThat(context.traceId).isEqualTo("4bf92f35");
        end();
        assertThat(OpenContext.current()).isNull();
    }

    @Test
    void nextRequestOfTheSameReading_hasItsOwnId() {
        context.request.enter();
        context.request.begin(7);
        context.traceId("4bf92f35");

        context.restartTraceId();

        assertThat(context.traceId).isNull();
        context.traceId("a3ce929d");
        assertThat(context.traceId).isEqualTo("a3ce929d");
        end();
    }
}
