// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MethodBlocksHandlerTest {
    @Test
    void calls_areCountedWithTheirOwnTimes() throws IOException {
        MethodBlocksHandler.Samples samples = HandlerRun.ofLines(new MethodBlocksHandler(), """
                b 0x1 0 outer
                b 0x1 10 inner
                e 0x1 30 inner
                b 0x1 40 inner
                e 0x1 50 inner
                e 0x1 100 outer
                b 0x1 110 open
                """);

        List<MethodSample> methods = samples.methods();
        assertThat(methods).extracting(MethodSample::name).containsExactly("inner", "outer");
        assertThat(methods).extracting(MethodSample::calls).containsExactly(2L, 1L);
        assertThat(methods).extracting(MethodSample::totalNanos).containsExactly(30_000L, 100_000L);
        assertThat(methods).extracting(method -> method.own().totalNanos()).containsExactly(30_000L, 70_000L);
        assertThat(samples.rootCalls()).extracting(MethodSample::name).containsExactly("outer");
        assertThat(samples.rootCalls().get(0).own().totalNanos()).isEqualTo(100_000L);
    }

    @Test
    void percentile_isNotBelowTheShortestCall() {
        MethodBlocks blocks = new MethodBlocks("call");
        for (int i = 0; i < 100; i++) {
            blocks.add(1_015_000, 0, false);
        }
        blocks.add(2_000_000, 0, false);

        assertThat(blocks.sample().percentile(50)).isEqualTo(1_015_000);
    }

    @Test
    void recursion_countsOnceInTheTotal() throws IOException {
        MethodBlocksHandler.Samples samples = HandlerRun.ofLines(new MethodBlocksHandler(), """
                b 0x1 0 walk
                b 0x1 10 walk
                e 0x1 30 walk
                e 0x1 100 walk
                b 0x1 110 walk
                b 0x1 120 walk
                e 0x1 150 walk
                """);

        List<MethodSample> methods = samples.methods();
        assertThat(methods).extracting(MethodSample::calls).containsExactly(3L);
        assertThat(methods).extracting(MethodSample::totalNanos).containsExactly(100_000L + 40_000L);
    }

    @Test
    void blocks_areFewOfEquallyManyCallsInTheirOrder() {
        MethodBlocks blocks = new MethodBlocks("call");
        for (int i = 0; i < 100_000; i++) {
            blocks.add(i, i, false);
        }
        MethodSample sample = blocks.sample();

        assertThat(sample.calls()).isEqualTo(100_000);
        assertThat(sample.blocks()).hasSizeBetween(MethodBlocks.MOST / 2, MethodBlocks.MOST);
        assertThat(sample.blocks().stream().mapToLong(OwnTimes::calls).sum()).isEqualTo(100_000);
        assertThat(sample.blocks()).extracting(OwnTimes::totalNanos).isSorted();
        assertThat(sample.own().totalNanos()).isEqualTo(100_000L * 99_999 / 2);
    }
}
