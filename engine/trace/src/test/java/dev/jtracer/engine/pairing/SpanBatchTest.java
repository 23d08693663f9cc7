// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.SpanFlags;
import org.junit.jupiter.api.Test;

class SpanBatchTest {
    private static final int LARGEST_NAME = CallRecords.nameIndexOf(-1);
    private static final int DEEPEST = (1 << 20) - 1;
    private static final int ALL_FLAGS = 2 * SpanFlags.NESTED - 1;

    @Test
    void largestNumbers_doNotOverlap() {
        SpanBatch batch = new SpanBatch(false);
        batch.add(LARGEST_NAME, 0, SpanFlags.NONE, Long.MIN_VALUE, 0, Long.MAX_VALUE);
        batch.add(0, DEEPEST, SpanFlags.NONE, 1, 2, 3);
        batch.add(0, 0, ALL_FLAGS, 4, 5, 6);
        batch.add(LARGEST_NAME, DEEPEST, ALL_FLAGS, 7, 8, 9);

        assertThat(batch.size()).isEqualTo(4);
        assertCall(batch, 0, LARGEST_NAME, 0, SpanFlags.NONE, Long.MIN_VALUE, 0, Long.MAX_VALUE);
        assertCall(batch, 1, 0, DEEPEST, SpanFlags.NONE, 1, 2, 3);
        assertCall(batch, 2, 0, 0, ALL_FLAGS, 4, 5, 6);
        assertCall(batch, 3, LARGEST_NAME, DEEPEST, ALL_FLAGS, 7, 8, 9);
    }

    private static void assertCall(
            SpanBatch batch, int call, int name, int depth, int flags, long start, long end, long self) {
        assertThat(batch.nameIndex(call)).isEqualTo(name);
        assertThat(batch.depth(call)).isEqualTo(depth);
        assertThat(batch.flags(call)).isEqualTo(flags);
        assertThat(batch.startNanos(call)).isEqualTo(start);
        assertThat(batch.endNanos(call)).isEqualTo(end);
        assertThat(batch.selfNanos(call)).isEqualTo(self);
        Span span = batch.span(call);
        assertThat(span.nameIndex()).isEqualTo(name);
        assertThat(span.depth()).isEqualTo(depth);
        assertThat(span.flags()).isEqualTo(flags);
        assertThat(span.selfNanos()).isEqualTo(self);
    }
}
