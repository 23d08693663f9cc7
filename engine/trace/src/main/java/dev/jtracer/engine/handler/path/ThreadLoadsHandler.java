// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Measures how busy threads were with traced calls. */
public final class ThreadLoadsHandler extends CollectingHandler<ThreadLoads> implements SpanHandler<ThreadLoads> {
    private final ByIndex<Load> loads = new ByIndex<>(Load::new);

    /** The load of one thread. */
    private static final class Load {
        final int track;
        long calls;
        long roots;
        long busyNanos;
        long firstNanos = Long.MAX_VALUE;
        long lastNanos = Long.MIN_VALUE;

        Load(int track) {
            this.track = track;
        }
    }

    public ThreadLoadsHandler() {}

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASS) != 0) {
            return;
        }
        boolean isRoot = span.depth() == 0;
        add(
                span.track(),
                1,
                isRoot ? 1 : 0,
                isRoot ? span.endNanos() - span.startNanos() : 0,
                span.startNanos(),
                span.endNanos());
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        int roots = 0;
        long busyNanos = 0;
        int size = batch.size();
        for (int i = 0; i < size; i++) {
            if (batch.depth(i) == 0) {
                roots++;
                busyNanos += batch.durNanos(i);
            }
        }
        add(batch.track(), size, roots, busyNanos, batch.firstNanos(), batch.lastNanos());
    }

    private void add(int track, int calls, int roots, long busyNanos, long firstNanos, long lastNanos) {
        Load load = loads.made(track);
        load.calls += calls;
        load.roots += roots;
        load.busyNanos += busyNanos;
        load.firstNanos = Math.min(load.firstNanos, firstNanos);
        load.lastNanos = Math.max(load.lastNanos, lastNanos);
    }

    @Override
    protected ThreadLoads result() {
        List<ThreadLoads.ThreadLoad> threads = new ArrayList<>();
        for (Load load : loads.values()) {
            threads.add(new ThreadLoads.ThreadLoad(
                    load.track, load.calls, load.roots, load.busyNanos, load.firstNanos, load.lastNanos));
        }
        threads.sort(Comparator.comparingLong(ThreadLoads.ThreadLoad::busyNanos).reversed());
        return new ThreadLoads(threads);
    }
}
