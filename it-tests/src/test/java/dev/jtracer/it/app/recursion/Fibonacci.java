// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.recursion;

/**
 * The naive Fibonacci numbers and a chain of 700 calls: many tiny calls, and calls deeper than viewers show.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.it.app.recursion \
 *      -cp examples/target/examples.jar dev.jtracer.it.app.recursion.Fibonacci
 * </pre>
 *
 * Look at the flame that {@code fib} draws, and at {@code descend}: the file stops at depth 500, the totals count
 * all.
 */
public final class Fibonacci {
    private static final int CHAIN = 700;

    private Fibonacci() {}

    /** Prints two numbers. {@code args[0]} is the Fibonacci number to compute; 12 if absent. */
    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 12;
        System.out.println("fib(" + n + ") = " + fib(n));
        System.out.println("descend(" + CHAIN + ") = " + descend(CHAIN));
    }

    private static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    private static int descend(int levels) {
        return levels == 0 ? 0 : 1 + descend(levels - 1);
    }
}
