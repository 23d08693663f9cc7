// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A library with pools of one thread, which calls no method of {@link RequeuedTasks}. */
final class RequeuedTasksLibrary {
    private final List<ThreadPoolExecutor> pools = new ArrayList<>();
    private final List<ThreadPoolExecutor> earlier = new ArrayList<>();
    private final Semaphore held = new Semaphore(0);
    private final Semaphore freed = new Semaphore(0);
    private final Semaphore done = new Semaphore(0);
    private ThreadPoolExecutor current = pool();
    private Runnable task = () -> {};
    private int sum;

    private static ThreadPoolExecutor pool() {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    void make(int number) {
        earlier.addAll(pools);
        pools.clear();
        for (int i = 0; i < number; i++) {
            ThreadPoolExecutor pool = pool();
            pool.prestartAllCoreThreads();
            pools.add(pool);
        }
    }

    /** Has a pool do a task, and then hold with the same task in its queue. */
    void queueTwice(int pool) throws InterruptedException {
        earlier.add(current);
        current = pools.get(pool);
        current.execute(() -> {}); // the thread has taken it in the code of before the attach
        task = done::release;
        current.execute(task);
        current.execute(this::hold);
        current.execute(task);
        held.acquire();
    }

    private void hold() {
        held.release();
        freed.acquireUninterruptibly();
    }

    void queueAgain() {
        current.execute(task);
    }

    void finish() throws InterruptedException {
        freed.release();
        done.acquire(3);
        sum += 3;
    }

    int end() throws InterruptedException {
        earlier.addAll(pools);
        for (ThreadPoolExecutor pool : earlier) {
            pool.shutdown();
            if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new AssertionError("a pool did not end");
            }
        }
        return sum;
    }
}
