// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random call trees of several threads, and what a writer is expected to make of them, worked out independently. */
final class RandomCalls {
    /** A call as it happened. */
    record Call(int thread, int name, int depth, long start, long end, boolean threw) {}

    /* Columns of an open call or run: its name, its start, whether it is a run, and whether it contains a pass or a
     * run. */
    private static final int NAME = 0;
    private static final int START = 1;
    private static final int RUN = 2;
    private static final int HOLDS_CALLBACK = 3;

    private final Random random;
    private final int names;
    private final List<Deque<long[]>> open = new ArrayList<>();
    private final long[] now;
    final List<Call> calls = new ArrayList<>();
    final List<Call> runs = new ArrayList<>();
    /** Finished and open calls inside which a callback was passed or ran above the limit of depth. */
    final Set<Call> holdingCallbacks = Collections.newSetFromMap(new IdentityHashMap<>());

    private int maxDepth;
    int passes;
    int passesTooDeep;

    /** Lets callbacks be passed and run between the calls too, where there are {@code maxDepth} levels of calls. */
    RandomCalls withCallbacks(int maxDepth) {
        this.maxDepth = maxDepth;
        return this;
    }

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
            if (maxDepth > 0 && random.nextInt(8) == 0) {
                passOrRun(writer, tracks, thread, stack);
                continue;
            }
            // Drifts between deep and shallow.
            boolean enter = stack.isEmpty() || random.nextInt(100) < ((i >> 8) % 2 == 0 ? 60 : 45);
            if (enter) {
                int name = random.nextInt(names);
                writer.enter(tracks[thread], name, now[thread]);
                stack.push(new long[] {name, now[thread], 0, 0});
            } else {
                boolean threw = random.nextInt(20) == 0;
                long[] call = stack.pop();
                writer.exit(tracks[thread], (int) call[0], now[thread], threw);
                add(call, new Call(thread, (int) call[NAME], stack.size(), call[START], now[thread], threw));
            }
        }
    }

    private void passOrRun(SegmentedTraceWriter writer, int[] tracks, int thread, Deque<long[]> stack)
            throws IOException {
        int name = random.nextInt(names);
        boolean tooDeep = stack.size() >= maxDepth;
        if (!tooDeep) {
            stack.forEach(call -> call[HOLDS_CALLBACK] = 1);
        }
        if (random.nextBoolean()) {
            long number = ++passes;
            writer.pass(tracks[thread], name, now[thread], number, random.nextBoolean() ? 0 : random.nextLong());
            passesTooDeep += tooDeep ? 1 : 0;
        } else {
            writer.enterRun(tracks[thread], name, now[thread], random.nextInt(passes + 1), random.nextBoolean());
            stack.push(new long[] {name, now[thread], 1, 0});
        }
    }

    private void add(long[] entry, Call call) {
        (entry[RUN] == 1 ? runs : calls).add(call);
        if (entry[HOLDS_CALLBACK] == 1) {
            holdingCallbacks.add(call);
        }
    }

    /** Ends the recording: adds the calls and runs that are open now, outermost first per thread. */
    void addOpen(long end) {
        for (int thread = 0; thread < now.length; thread++) {
            int depth = 0;
            for (var it = open.get(thread).descendingIterator(); it.hasNext(); depth++) {
                long[] call = it.next();
                long until = Math.max(end, now[thread]);
                add(call, new Call(thread, (int) call[NAME], depth, call[START], until, false));
            }
        }
    }
}
