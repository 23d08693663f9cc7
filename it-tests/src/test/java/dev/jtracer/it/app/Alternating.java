// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.Semaphore;

/** Two threads call in strict alternation: ping on the one, then pong on the other. */
public final class Alternating {
    private static final int ROUNDS = 50;

    private final Semaphore left = new Semaphore(1);
    private final Semaphore right = new Semaphore(0);

    private Alternating() {}

    public static void main(String[] args) throws InterruptedException {
        Alternating turns = new Alternating();
        Thread other = new Thread(turns::right, "right");
        other.start();
        turns.left();
        other.join();
    }

    private void left() {
        for (int i = 0; i < ROUNDS; i++) {
            left.acquireUninterruptibly();
            ping();
            right.release();
        }
    }

    private void right() {
        for (int i = 0; i < ROUNDS; i++) {
            right.acquireUninterruptibly();
            pong();
            left.release();
        }
    }

    private static String ping() {
        return Thread.currentThread().getName() + " pings";
    }

    private static String pong() {
        return Thread.currentThread().getName() + " pongs";
    }
}
