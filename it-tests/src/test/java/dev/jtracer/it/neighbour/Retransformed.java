// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.function.IntUnaryOperator;

/** Runs a lambda before and after another agent has its class retransformed. */
public final class Retransformed {
    private static Instrumentation instrumentation;

    private Retransformed() {}

    /** Called with {@code -javaagent}. */
    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] args) throws UnmodifiableClassException {
        System.out.println(sum(4));
        instrumentation.retransformClasses(Retransformed.class);
        System.out.println(sum(5));
    }

    private static int sum(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            int more = i;
            sum = apply(value -> Math.addExact(value, more), sum);
        }
        return sum;
    }

    private static int apply(IntUnaryOperator operator, int value) {
        return operator.applyAsInt(value);
    }
}
