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
    void spanAroundTheRequest_isReplacedByAnotherTraceAlone() {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        String around = trace + "-00f067aa0ba902b7";
        TraceIds.put("span", around);
        context.request.enter();
        context.request.begin(7);

        context.restartTraceId();
        context.traceId(trace);
        assertThat(context.traceId).isEqualTo(around);

        context.restartTraceId();
        context.traceId("a3ce929d0e0e47364bf92f3577b34da6");
        assertThat(context.traceId).isEqualTo("a3ce929d0e0e47364bf92f3577b34da6");
        end();
        TraceIds.clear();
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
