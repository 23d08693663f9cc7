// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The cost of a reader of live figures in the traced JVM. Prints the figures. */
class SnapshotCostTest {
    private static final int METHODS = 5_000;
    private static final int ROUNDS = 20;
    private static final TracerState STATE = new TracerState(1, true, "a.jtr", 0, 0, 1, 1, 0, 0, 0, 20, "", "");

    private final FunctionsHandler functions = new FunctionsHandler();
    private final CallbacksHandler callbacks = new CallbacksHandler();

    private void call(int rounds) {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        TraceProcessor processor = new TraceProcessor(List.of(new MetaHandler(), functions, callbacks));
        TraceEvent event = new TraceEvent(names, tracks);
        int track = tracks.thread(1, 1);
        int[] methods = IntStream.range(0, METHODS)
                .map(method -> names.add("com.acme.orders.backend.Class" + method / 10 + ".method" + method))
                .toArray();
        processor.start(names, tracks);
        Random random = new Random(1);
        long nanos = 0;
        for (int round = 0; round < rounds; round++) {
            for (int name : methods) {
                processor.handle(event.set(Phase.ASYNC_BEGIN, nanos, name, track, SpanFlags.NONE));
                nanos += (long) Math.exp(4 + 2 * Math.abs(random.nextGaussian()));
                processor.handle(event.set(Phase.ASYNC_END, nanos, name, track, SpanFlags.NONE));
            }
        }
    }

    @Test
    void snapshotOf5000Methods_takesFewBytes() {
        call(200);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long allocated = 0;
        long cpuNanos = 0;
        int length = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long bytesBefore = threads.getThreadAllocatedBytes(thread);
            long cpuBefore = threads.getCurrentThreadCpuTime();
            length = new Watch(() -> LiveSnapshot.of(STATE, functions.snapshot(), callbacks.snapshot()))
                    .reply()
                    .length();
            cpuNanos = threads.getCurrentThreadCpuTime() - cpuBefore;
            allocated = threads.getThreadAllocatedBytes(thread) - bytesBefore;
        }

        System.out.printf(
                Locale.ROOT,
                "a snapshot of %d methods: %.1f ms CPU, %d kB allocated, a reply of %d kB%n",
                METHODS,
                cpuNanos / 1e6,
                allocated >> 10,
                length >> 10);
        assertThat(length).isLessThan(2 << 20);
        assertThat(allocated).isLessThan(32 << 20);
    }
}
