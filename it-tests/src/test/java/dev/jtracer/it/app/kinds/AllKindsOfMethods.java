// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.kinds;

import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * One call of each kind of method: static, instance, constructor, synchronized, varargs, generic with a bridge,
 * lambda, method reference; default, private and static methods of an interface; methods of a record, an enum, an
 * inner and an anonymous class.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.it.app.kinds \
 *      -cp examples/target/examples.jar dev.jtracer.it.app.kinds.AllKindsOfMethods
 * </pre>
 *
 * Look at the names: a constructor is {@code <init>}, the body of a lambda is {@code lambda$...}, a bridge is not
 * shown beside the method that it calls.
 */
public final class AllKindsOfMethods {
    private final int base;

    private AllKindsOfMethods(int base) {
        this.base = base + 1;
    }

    /** Prints one line a kind. */
    public static void main(String[] args) {
        AllKindsOfMethods object = new AllKindsOfMethods(1);
        System.out.println("instance: " + object.instance(1));
        System.out.println("synchronized: " + object.guarded(1));
        System.out.println("varargs: " + varargs(1, 2, 3));
        System.out.println("bridge: " + bridged(new Words(), "one two"));
        IntUnaryOperator lambda = x -> x * object.base + 1;
        System.out.println("lambda: " + lambda.applyAsInt(3));
        IntUnaryOperator reference = object::instance;
        System.out.println("method reference: " + reference.applyAsInt(3));
        Shape square = new Square(3);
        System.out.println("default: " + square.describe());
        System.out.println("interface static: " + Shape.unit().area());
        System.out.println("record: " + new Square(2).scaled(4));
        System.out.println("enum: " + Level.LOW.next());
        System.out.println("inner: " + object.new Inner().sum(4));
        System.out.println("anonymous: " + object.anonymous().get());
    }

    private int instance(int x) {
        return base + x;
    }

    private synchronized int guarded(int x) {
        return base * 10 + x;
    }

    private static int varargs(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    private static <T> int bridged(Tally<T> counter, T value) {
        return counter.count(value);
    }

    private Supplier<String> anonymous() {
        return new Supplier<>() {
            @Override
            public String get() {
                return "base " + base;
            }
        };
    }

    private final class Inner {
        int sum(int x) {
            return base + x + 100;
        }
    }
}
