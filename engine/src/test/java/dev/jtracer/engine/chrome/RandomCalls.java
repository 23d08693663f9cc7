// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Random call trees of several threads, and what a writer is expected to make of them, worked out independently. */
final class RandomCalls {
    /** A call as it happened. */
    record Call(int thread, int name, int depth, long start, long end, boolean threw) {}

    private final Random random;
    private final int names;
    private final List<Deque<long[]>> open = new ArrayList<>();
    private final long[] now;
    final List<Call> calls = new ArrayList<>();

    RandomCalls(Random random, int threads, int names) {
        this.random = random;
        this.names = names;
        this.now = new long[threads];
        for (int i = 0; i < threads; i++) {
            open.add(new ArrayDeque<>());
        }
    }

    /** Feeds {@code count} enters and exits; threads interleave in bursts, as drained buffers do. */
    void feed(SegmentedTraceWriter writer, int[] tracks, int count) throws IOException {
        int thread = 0;
        for (int i = 0; i < count; i++) {
            if (random.nextInt(10) == 0) {
                thread = random.nextInt(tracks.length);
            }
            now[thread] += random.nextInt(4) * 100L;
            Deque<long[]> stack = open.get(thread);
            // Drifts between deep and shallow.
            boolean enter = stack.isEmpty() || random.nextInt(100) < ((i >> 8) % 2 == 0 ? 60 : 45);
            if (enter) {
                int name = random.nextInt(names);
                writer.enter(tracks[thread], name, now[thread]);
                stack.push(new long[] {name, now[thread]});
            } else {
                boolean threw = random.nextInt(20) == 0;
                long[] call = stack.pop();
                writer.exit(tracks[thread], (int) call[0], now[thread], threw);
                calls.add(new Call(thread, (int) call[0], stack.size(), call[1], now[thread], threw));
            }
        }
    }

    /** Calls that are open now, outermost first per thread. */
    List<Call> openCalls(long end) {
        List<Call> result = new ArrayList<>();
        for (int thread = 0; thread < now.length; thread++) {
            int depth = 0;
            for (var it = open.get(thread).descendingIterator(); it.hasNext(); depth++) {
                long[] call = it.next();
                result.add(new Call(thread, (int) call[0], depth, call[1], Math.max(end, now[thread]), false));
            }
        }
        return result;
    }
}
