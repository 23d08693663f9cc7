// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Starts threads that work for ever, with calls or with callbacks, stops each by {@link Thread#stop}, and prints how
 * many ended by {@link ThreadDeath}. Where the JDK no longer stops threads, it prints that, and ends them.
 *
 * <p>Arguments: number of threads.
 */
public final class StoppedThreads {
    private static final List<Runnable> WORK = List.of(StoppedThreads::call, StoppedThreads::pass);

    private static volatile boolean ended;

    @SuppressWarnings("UnusedVariable") // something to do
    private static volatile int calls;

    private StoppedThreads() {}

    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        int died = 0;
        for (int i = 0; i < threads && !ended; i++) {
            died += runAndStop(WORK.get(i % WORK.size())) ? 1 : 0;
        }
        call(); // later threads are recorded as before
        System.out.println(ended ? "threads cannot be stopped" : died + " of " + threads + " threads died");
    }

    private static boolean runAndStop(Runnable work) throws InterruptedException {
        CountDownLatch working = new CountDownLatch(1);
        boolean[] died = new boolean[1];
        Thread thread = new Thread(() -> died[0] = diesAtWork(work, working));
        thread.setDaemon(true);
        thread.start();
        working.await();
        stop(thread);
        thread.join(10_000);
        return died[0];
    }

    @SuppressWarnings({"deprecation", "removal"}) // stopping is what this is about
    private static void stop(Thread thread) {
        try {
            thread.stop();
        } catch (UnsupportedOperationException since20) {
            ended = true;
        }
    }

    @SuppressWarnings("removal")
    private static boolean diesAtWork(Runnable work, CountDownLatch working) {
        try {
            while (!ended) {
                for (int i = 0; i < 100 && !ended; i++) {
                    work.run();
                }
                working.countDown();
            }
            return false;
        } catch (ThreadDeath death) {
            return true;
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private static void call() {
        calls++;
    }

    @SuppressWarnings("OptionalOfRedundantMethod") // passes a callback to the JDK
    private static void pass() {
        Task task = new Task();
        Optional.of("a").ifPresent(ignored -> task.run());
        run(task);
    }

    private static void run(Runnable task) {
        task.run();
    }

    /** A callback with an object of its own class. */
    private static final class Task implements Runnable {
        @Override
        public void run() {
            call();
        }
    }
}
