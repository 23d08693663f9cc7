// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ten requests, each on a thread of its own; the eighth makes a query for each of its 392 rows, the others make one.
 */
public final class SlowRequests {
    private static final int REQUESTS = 10;
    private static final int SLOW = 7;
    private static final int ROWS = 392;

    private SlowRequests() {}

    /** Handles the requests, one after the other. */
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < REQUESTS; i++) {
            int rows = i == SLOW ? ROWS : 1;
            Thread request = new Thread(
                    new Runnable() {
                        @Override
                        public void run() {
                            handle(rows);
                        }
                    },
                    "request-" + i);
            request.start();
            request.join();
        }
    }

    private static void handle(int rows) {
        load(rows);
        render();
    }

    private static void load(int rows) {
        for (int row = 0; row < rows; row++) {
            select();
        }
    }

    private static void select() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    private static void render() {
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(50));
    }
}
