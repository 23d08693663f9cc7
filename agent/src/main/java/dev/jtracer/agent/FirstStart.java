// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.session.Session;
import dev.jtracer.agent.thread.TracerThreads;

/** Start of the first recording beside the other preparations, because creating its files takes as long. */
final class FirstStart implements Runnable {
    private final Session tracing;
    private final Thread thread;
    private volatile Reply result = Reply.done("the recording is being started");

    FirstStart(TracerThreads threads, Session tracing) {
        this.tracing = tracing;
        this.thread = threads.create("jtracer-start", this);
    }

    @Override
    public void run() {
        result = tracing.start();
    }

    void start() {
        thread.start();
    }

    /** Waits for the end, or until the calling thread is interrupted. Returns one line for the user. */
    Reply await() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return result;
    }
}
