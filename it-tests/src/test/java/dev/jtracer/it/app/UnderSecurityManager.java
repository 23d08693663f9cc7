// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.reflect.Method;
import java.security.Permission;
import java.util.function.IntUnaryOperator;

/** Denies itself, and so the tracer that it calls, nearly every permission while it runs. */
@SuppressWarnings("removal")
public final class UnderSecurityManager {
    private UnderSecurityManager() {}

    /**
     * {@code args[0]}: policy, for the JDK's own manager with its default policy; or denying, for one that denies
     * all.
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> tracer = Class.forName("dev.jtracer.Tracer");
        Method log = tracer.getMethod("log", String.class);
        Method stop = tracer.getMethod("stop");
        Method start = tracer.getMethod("start");
        System.setSecurityManager(args[0].equals("policy") ? new SecurityManager() : new Denying());

        int sum = work(100);
        log.invoke(null, "under a manager");
        stop.invoke(null);
        start.invoke(null);
        sum += Late.work(200);
        stop.invoke(null);
        start.invoke(null);
        sum += work(400);
        System.out.println("sum " + sum);
    }

    private static int work(int calls) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            int summand = i;
            sum += callee(i, value -> value + summand);
        }
        return sum;
    }

    private static int callee(int i, IntUnaryOperator operator) {
        return operator.applyAsInt(i);
    }

    /** Loaded under the manager. */
    private static final class Late {
        private Late() {}

        static int work(int calls) {
            int sum = 0;
            for (int i = 0; i < calls; i++) {
                sum += callee(i, Math::abs);
            }
            return sum;
        }
    }

    private static final class Denying extends SecurityManager {
        @Override
        public void checkPermission(Permission permission) {
            for (StackTraceElement frame : new Throwable().getStackTrace()) {
                if (frame.getClassName().startsWith("dev.jtracer.agent.")) {
                    throw new SecurityException("denied: " + permission);
                }
            }
        }
    }
}
