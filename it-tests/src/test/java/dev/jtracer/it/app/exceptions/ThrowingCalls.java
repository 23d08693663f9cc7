// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.exceptions;

/**
 * Calls that end by an exception: in a constructor, in a static initializer, rethrown through two frames, and a stack
 * overflow from which the program recovers.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.it.app.exceptions \
 *      -cp examples/target/examples.jar dev.jtracer.it.app.exceptions.ThrowingCalls
 * </pre>
 *
 * Look at the ends of the calls: those that threw say so, and every row goes on at the right depth afterwards.
 */
public final class ThrowingCalls {
    private ThrowingCalls() {}

    /** Prints one line for each way to throw. */
    public static void main(String[] args) {
        constructor();
        staticInitializer();
        rethrow();
        for (int round = 0; round < 3; round++) {
            stackOverflow();
        }
        System.out.println("after all: " + Positive.half(8));
    }

    private static void constructor() {
        try {
            System.out.println(new Positive(-1).value);
        } catch (IllegalArgumentException e) {
            System.out.println("constructor: " + e.getMessage());
        }
    }

    private static void staticInitializer() {
        try {
            System.out.println(BrokenClass.ANSWER);
        } catch (ExceptionInInitializerError e) {
            System.out.println("static initializer: " + e.getCause().getMessage());
        }
    }

    private static void rethrow() {
        try {
            outer(7);
        } catch (IllegalStateException e) {
            System.out.println(
                    "rethrow: " + e.getMessage() + " because of " + e.getCause().getMessage());
        }
    }

    private static int outer(int value) {
        try {
            return middle(value, 0) + 1;
        } catch (ArithmeticException e) {
            throw new IllegalStateException("outer gave up", e);
        }
    }

    private static int middle(int value, int divisor) {
        try {
            return value / divisor;
        } finally {
            Positive.half(value);
        }
    }

    private static void stackOverflow() {
        try {
            System.out.println(bottomless(0));
        } catch (StackOverflowError e) {
            System.out.println("stack overflow: recovered");
        }
    }

    private static int bottomless(int depth) {
        return depth < 0 ? 0 : bottomless(depth + 1) + 1;
    }

    private static final class Positive {
        final int value;

        Positive(int value) {
            if (value <= 0) {
                throw new IllegalArgumentException("not positive: " + value);
            }
            this.value = value;
        }

        static int half(int value) {
            return new Positive(value).value / 2;
        }
    }

    private static final class BrokenClass {
        static final int ANSWER = Integer.parseInt("not a number".substring(4));
    }
}
