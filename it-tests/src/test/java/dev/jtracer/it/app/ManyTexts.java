// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Logs unreasonable texts through {@code dev.jtracer.Tracer}, and makes further calls. */
public final class ManyTexts {
    private ManyTexts() {}

    /**
     * {@code args[0]}: odd, for null, no text and a text of half the heap; or many, for more texts than a disk can
     * take.
     */
    public static void main(String[] args) throws Throwable {
        Class<?> tracer = Class.forName("dev.jtracer.Tracer");
        MethodHandle log = publicMethod(tracer, "log");
        if (args[0].equals("odd")) {
            log.invoke((String) null);
            log.invoke("");
            publicMethod(tracer, "mark").invoke((String) null);
            log.invoke("a text of half the heap ".repeat(1 << 20));
        } else {
            String line = "a line of a log in a loop, ".repeat(10);
            for (int i = 0; i < 200_000; i++) {
                log.invoke(line + i);
            }
        }
        System.out.println("sum " + work(1_000));
    }

    private static MethodHandle publicMethod(Class<?> owner, String name) throws ReflectiveOperationException {
        return MethodHandles.publicLookup().findStatic(owner, name, MethodType.methodType(void.class, String.class));
    }

    private static int work(int calls) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += callee(i);
        }
        return sum;
    }

    private static int callee(int i) {
        return i * 3 - 1;
    }
}
