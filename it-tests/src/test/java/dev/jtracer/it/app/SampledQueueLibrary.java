// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import com.google.common.util.concurrent.MoreExecutors;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/** A library with a queue of tasks on a thread of its own, which outlives the errors of tasks. */
final class SampledQueueLibrary {
    private final BlockingQueue<Runnable> passed = new LinkedBlockingQueue<>();
    private final Executor queue = MoreExecutors.newSequentialExecutor(passed::add);
    private final Semaphore done = new Semaphore(0);
    private volatile int errors;

    SampledQueueLibrary() {
        new Thread(this::work, "library").start();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
    private void work() {
        while (true) {
            try {
                passed.take().run();
            } catch (AssertionError expected) {
                errors++;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            done.release();
        }
    }

    /** The second task is queued behind the first, which waits for it. */
    void fail() {
        Semaphore queued = new Semaphore(0);
        queue.execute(queued::acquireUninterruptibly);
        queue.execute(SampledQueue::fail);
        queued.release();
    }

    void call(int times) {
        queue.execute(() -> {
            int sum = 0;
            for (int i = 0; i < times; i++) {
                sum = SampledQueue.step(sum);
            }
        });
    }

    void await() throws InterruptedException {
        done.acquire();
    }

    int errors() {
        return errors;
    }
}
