// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceIdsTest {
    @AfterEach
    void clear() {
        TraceIds.clear();
    }

    @Test
    void id_isThatOfTheThreadAndTheLastKey() throws InterruptedException {
        TraceIds.put("traceId", "4bf92f35");
        TraceIds.put("span", "a3ce929d");
        String[] elsewhere = {"not read"};

        Thread other = new Thread(() -> elsewhere[0] = TraceIds.current());
        other.start();
        other.join();

        assertThat(TraceIds.current()).isEqualTo("a3ce929d");
        assertThat(elsewhere[0]).isNull();
    }

    @Test
    void idWithASpan_isThatOfItsTraceAlone() {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";

        assertThat(TraceIds.isOfSpan(trace + "-00f067aa0ba902b7", trace)).isTrue();
        assertThat(TraceIds.isOfSpan(trace + "-00f067aa0ba902b7", "4bf92f35")).isFalse();
        assertThat(TraceIds.isOfSpan(trace, trace)).isFalse();
        assertThat(TraceIds.isOfSpan(null, trace)).isFalse();
    }

    @Test
    void forget_removesTheIdOfItsKey() {
        TraceIds.put("traceId", "4bf92f35");

        TraceIds.forget("span");
        assertThat(TraceIds.current()).isEqualTo("4bf92f35");

        TraceIds.forget("traceId");
        assertThat(TraceIds.current()).isNull();
    }

    @Test
    void forgetUnless_leavesTheIdOfItsKey() {
        TraceIds.put("span", "4bf92f35");

        TraceIds.forgetUnless("span");
        assertThat(TraceIds.current()).isEqualTo("4bf92f35");

        TraceIds.put("traceId", "a3ce929d");
        TraceIds.forgetUnless("span");
        assertThat(TraceIds.current()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ada@acme.com",
                "two words",
                "00000000000000000000000000000000000000000000000000000000000000000"
            })
    void text_isNoId(String text) {
        assertThat(TraceIds.put("traceId", text)).isFalse();
        assertThat(TraceIds.current()).isNull();
    }
}
