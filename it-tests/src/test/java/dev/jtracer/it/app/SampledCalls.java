// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** Makes many root calls, from methods that are not to be included: {@code main} and {@code run*}. */
public final class SampledCalls {
    private SampledCalls() {}

    /** {@code args[0]}: the kind of calls; {@code args[1]}: their number. */
    public static void main(String[] args) throws Exception {
        int calls = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "requests" -> runRequests(calls);
            case "overflows" -> runOverflows(calls);
            case "virtual" -> runVirtualThreads(calls);
            case "toggles" -> runToggles(calls);
            default -> runSteps(calls);
        }
        System.out.println("made " + calls);
    }

    private static void runRequests(int requests) throws ExecutionException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        for (int i = 0; i < requests; i++) {
            try {
                serve(i, pool);
            } catch (IllegalArgumentException odd) {
                // half of the requests end like this
            }
        }
        pool.shutdown();
    }

    private static int serve(int number, ExecutorService pool) throws ExecutionException, InterruptedException {
        int depth = recurse(2);
        List.of(1, 2).forEach(part -> check(number + part));
        Callable<Integer> task = () -> reply(number);
        int reply = pool.submit(task).get();
        if (number % 2 == 1) {
            throw new IllegalArgumentException("odd");
        }
        return depth + reply;
    }

    private static int recurse(int left) {
        return left == 0 ? 1 : 1 + recurse(left - 1);
    }

    private static void check(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    private static int reply(int number) {
        return Integer.toString(number).length();
    }

    /** The root calls of the first half end where the stack does. */
    private static void runOverflows(int calls) {
        int deepest = 0;
        for (int i = 0; i < calls / 2; i++) {
            try {
                recurse(Integer.MAX_VALUE);
            } catch (StackOverflowError expected) {
                deepest++;
            }
        }
        runSteps(calls - deepest);
    }

    private static int runSteps(int calls) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum = step(sum);
        }
        return sum;
    }

    private static int step(int sum) {
        return sum + 1 & 0xffff;
    }

    /* By reflection, because this class is compiled for Java 17. */
    private static void runVirtualThreads(int threads) throws ReflectiveOperationException, InterruptedException {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        List<Thread> started = new ArrayList<>();
        Runnable body = SampledCalls::unmounted;
        for (int i = 0; i < threads; i++) {
            started.add((Thread) start.invoke(null, body));
        }
        for (Thread thread : started) {
            thread.join();
        }
    }

    private static void unmounted() {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum = step(sum);
            LockSupport.parkNanos(1); // unmounts from the carrier
        }
    }

    /** Recording stops and starts again in the middle of the first calls. */
    private static void runToggles(int calls) throws ReflectiveOperationException {
        for (int i = 0; i < 3; i++) {
            toggled();
        }
        runSteps(calls);
    }

    private static void toggled() throws ReflectiveOperationException {
        Class<?> tracer = Class.forName("dev.jtracer.Tracer");
        int sum = step(0);
        tracer.getMethod("stop").invoke(null);
        sum = step(sum);
        tracer.getMethod("start").invoke(null);
        step(sum);
    }
}
