// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Calls that are slow for one reason each, one after the other on threads named after the reason. */
public final class SlowCauses {
    private static final long MILLIS = 200;
    private static final Object LOCK = new Object();

    private SlowCauses() {}

    private interface Cause {
        void run() throws Exception;
    }

    public static void main(String[] arguments) throws InterruptedException {
        run("sleeper", SlowCauses::sleeps);
        run("blocked", SlowCauses::isBlocked);
        run("parked", SlowCauses::isParked);
        run("reader", SlowCauses::reads);
        run("worker", SlowCauses::works);
        run("collector", SlowCauses::collects);
    }

    private static void run(String name, Cause cause) throws InterruptedException {
        start(name, cause).join();
    }

    private static Thread start(String name, Cause cause) {
        Thread thread = new Thread(
                () -> {
                    try {
                        cause.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.start();
        return thread;
    }

    private static void sleeps() throws InterruptedException {
        Thread.sleep(MILLIS);
    }

    private static void isBlocked() throws InterruptedException {
        Thread caller = Thread.currentThread();
        CountDownLatch held = new CountDownLatch(1);
        start("holder", () -> {
            synchronized (LOCK) {
                held.countDown();
                sleepOnceIn(caller, Thread.State.BLOCKED);
            }
        });
        held.await();
        synchronized (LOCK) {
            LOCK.notifyAll();
        }
    }

    private static void isParked() throws InterruptedException, ExecutionException {
        Thread caller = Thread.currentThread();
        FutureTask<String> task = new FutureTask<>(() -> {
            sleepOnceIn(caller, Thread.State.WAITING);
            return "done";
        });
        start("runner", task::run);
        task.get();
    }

    private static void sleepOnceIn(Thread caller, Thread.State state) throws InterruptedException {
        while (caller.getState() != state) {
            Thread.sleep(1);
        }
        Thread.sleep(MILLIS);
    }

    private static void reads() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            start("peer", () -> {
                Thread.sleep(2 * MILLIS); // the reader may begin late
                accepted.getOutputStream().write(1);
            });
            client.getInputStream().read();
        }
    }

    private static void works() {
        long begin = System.nanoTime();
        StringBuilder text = new StringBuilder();
        while (System.nanoTime() - begin < 3 * MILLIS * 1_000_000) {
            text.append(begin).setLength(0);
        }
    }

    private static void collects() {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < MILLIS * 1_000_000) {
            System.gc();
        }
    }
}
