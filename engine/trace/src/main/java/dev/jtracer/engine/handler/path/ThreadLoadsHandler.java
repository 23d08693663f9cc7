// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Measures how busy threads were with traced calls. */
public final class ThreadLoadsHandler extends CollectingHandler<ThreadLoads> implements SpanHandler<ThreadLoads> {
    private static final int CALLS = 0;
    private static final int ROOTS = 1;
    private static final int BUSY = 2;
    private static final int FIRST = 3;
    private static final int LAST = 4;
    private static final int SPANS = 5;
    private static final int COLUMNS = 8;

    private long[] rows = new long[16 * COLUMNS];

    public ThreadLoadsHandler() {}

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASS) != 0) {
            return;
        }
        int row = rowOf(span.track());
        boolean roots = span.depth() == 0;
        add(
                row,
                1,
                span.unfinished() ? 0 : 1,
                roots ? 1 : 0,
                roots ? span.endNanos() - span.startNanos() : 0,
                span.startNanos(),
                span.endNanos());
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        int unfinished = 0;
        int roots = 0;
        long busyNanos = 0;
        int size = batch.size();
        for (int i = 0; i < size; i++) {
            unfinished += batch.unfinished(i) ? 1 : 0;
            if (batch.depth(i) == 0) {
                roots++;
                busyNanos += batch.durNanos(i);
            }
        }
        add(rowOf(batch.track()), size, size - unfinished, roots, busyNanos, batch.firstNanos(), batch.lastNanos());
    }

    private int rowOf(int track) {
        int row = track * COLUMNS;
        if (row >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(row + COLUMNS, rows.length * 2));
        }
        return row;
    }

    private void add(int row, int spans, int calls, int roots, long busyNanos, long firstNanos, long lastNanos) {
        boolean first = rows[row + SPANS] == 0;
        rows[row + SPANS] += spans;
        rows[row + CALLS] += calls;
        rows[row + ROOTS] += roots;
        rows[row + BUSY] += busyNanos;
        rows[row + FIRST] = first ? firstNanos : Math.min(rows[row + FIRST], firstNanos);
        rows[row + LAST] = first ? lastNanos : Math.max(rows[row + LAST], lastNanos);
    }

    @Override
    protected ThreadLoads result() {
        List<ThreadLoads.ThreadLoad> threads = new ArrayList<>();
        for (int row = 0; row < rows.length; row += COLUMNS) {
            if (rows[row + SPANS] > 0) {
                threads.add(new ThreadLoads.ThreadLoad(
                        row / COLUMNS,
                        rows[row + CALLS],
                        rows[row + ROOTS],
                        rows[row + BUSY],
                        rows[row + FIRST],
                        rows[row + LAST]));
            }
        }
        threads.sort(Comparator.comparingLong(ThreadLoads.ThreadLoad::busyNanos).reversed());
        return new ThreadLoads(threads);
    }
}
