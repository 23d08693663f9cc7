// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.Weaver;
import dev.jtracer.agent.weave.task.TaskWeave;

/** The weaving of sample classes in parallel with the other preparations: it takes as long as those. */
final class SampleWeaving implements Runnable {
    private final boolean tasks;
    private final Thread thread;
    private volatile boolean worked;

    /** @param tasks whether the way of weaving that follows tasks is used too */
    SampleWeaving(TracerThreads threads, boolean tasks) {
        this.tasks = tasks;
        this.thread = threads.create("jtracer-weaving", this);
    }

    @Override
    public void run() {
        StartClasses.awaitWeaving();
        worked = Weaver.warmUp() && (!tasks || TaskWeave.warmUp());
    }

    void start() {
        thread.start();
    }

    /** Waits for the end: no class may be woven before. Returns whether the samples were woven. */
    boolean worked() {
        TracerThreads.await(thread, Long.MAX_VALUE);
        return worked;
    }
}
