// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;

/** Makes many short calls on many threads. */
public final class CallsOnDemand {
    private CallsOnDemand() {}

    /** {@code args[0]}: the number of threads; {@code args[1]}: calls of each. */
    public static void main(String[] args) throws InterruptedException {
        int calls = Integer.parseInt(args[1]);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            Thread thread = new Thread(() -> callOften(calls), "caller-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void callOften(int calls) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum = call(sum);
        }
    }

    private static int call(int sum) {
        return sum + 1 & 0xffff;
    }
}
