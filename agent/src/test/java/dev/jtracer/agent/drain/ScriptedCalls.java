// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.engine.jtr.CallStream;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.util.SplittableRandom;

/** A task that records a random tree of calls, all of which end, and keeps the records that it tried to store. */
final class ScriptedCalls implements Runnable {
    private static final int DEEPEST = 200;

    private final SplittableRandom random;
    private final int records;
    private final Runnable halfway;
    private final CallStream attempted = new CallStream();
    private final int[] open = new int[DEEPEST];
    private int depth;
    private volatile long threadId;

    ScriptedCalls(long seed, int records) {
        this(seed, records, () -> {});
    }

    /** Returns calls that pause for another task in their midst. */
    ScriptedCalls(long seed, int records, Runnable halfway) {
        this.random = new SplittableRandom(seed);
        this.records = records;
        this.halfway = halfway;
    }

    @Override
    @SuppressWarnings("deprecation") // Thread.threadId came after 17
    public void run() {
        while (attempted.size() < records / 2) {
            step();
        }
        halfway.run();
        while (attempted.size() + depth < records) {
            step();
        }
        while (depth > 0) {
            leave();
        }
        threadId = Thread.currentThread().getId();
    }

    /** Records one enter or exit. */
    void step() {
        if (depth == 0 || depth < DEEPEST && random.nextInt(100) < 51) {
            int id = random.nextInt(20) == 0 ? SpoolLayout.MAX_METHOD_ID - random.nextInt(3) : 1 + random.nextInt(999);
            open[depth++] = id;
            attempted.add(SpoolLayout.KIND_ENTER, 0, id);
            MethodTracer.enter(id);
        } else {
            leave();
        }
    }

    private void leave() {
        int id = open[--depth];
        if (random.nextInt(10) == 0) {
            attempted.add(SpoolLayout.KIND_THROW, 0, id);
            MethodTracer.exitThrow(id);
        } else {
            attempted.add(SpoolLayout.KIND_EXIT, 0, id);
            MethodTracer.exit(id);
        }
    }

    CallStream attempted() {
        return attempted;
    }

    /** The id of the thread that ran this; 0 before that. */
    long threadId() {
        return threadId;
    }
}
