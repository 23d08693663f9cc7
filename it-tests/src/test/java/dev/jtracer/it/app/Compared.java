// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.CompletableFuture;

/**
 * A program in two versions: the one that is called {@code after} has a slower method, a new one and a new callback.
 */
public final class Compared {
    private static final int REQUESTS = 20;

    private Compared() {}

    /** Serves requests; the argument is the version. */
    public static void main(String[] args) throws Exception {
        boolean after = args[0].equals("after");
        for (int i = 0; i < REQUESTS; i++) {
            request(after);
        }
        System.out.println("served");
    }

    private static void request(boolean after) throws Exception {
        load(after ? 20 : 1);
        reply(1);
        if (after) {
            audit();
        } else {
            log();
        }
    }

    private static void load(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }

    private static void reply(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }

    private static void audit() throws Exception {
        CompletableFuture.runAsync(() -> Thread.onSpinWait()).get();
    }

    private static void log() throws InterruptedException {
        Thread.sleep(0);
    }
}
