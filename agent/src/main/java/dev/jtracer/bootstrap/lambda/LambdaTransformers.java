// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.lambda;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** An adapter that passes wrappers to another agent's transformer of the JDK's lambda classes. */
final class LambdaTransformers {
    /* The JVM passes hidden classes to no agent, so the OpenTelemetry agent obtains the class files of lambdas from
     * the JDK's lambda factory. It adds room for the context of a task, and code that makes this context current.
     * Both must be in the object that the application passes, which is the wrapper: without this, callables lost
     * their context (NeighboursIT.contextOfOpenTelemetry). The entry point is not documented. If it is moved, this
     * fails, and the lambda stays as the JDK makes it: less is traced, and nothing is lost. */
    private static final String HOLDER = "io.opentelemetry.javaagent.bootstrap.LambdaTransformerHolder";
    private static final String TRANSFORMER = "io.opentelemetry.javaagent.bootstrap.LambdaTransformer";

    private LambdaTransformers() {}

    /**
     * Returns a wrapper's class file as changed by the other agent; the same class file if there is no other agent.
     *
     * @param caller the class whose lambda is wrapped
     * @param name the wrapper's name, in internal form
     */
    static byte[] apply(Class<?> caller, String name, byte[] classFile) throws Throwable {
        Class<?> holder;
        try {
            // Not cached: the other agent may start later.
            holder = Class.forName(HOLDER, true, null);
        } catch (ClassNotFoundException noSuchAgent) {
            return classFile;
        }
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> type = Class.forName(TRANSFORMER, true, null);
        Object transformer = lookup.findStatic(holder, "getLambdaTransformer", MethodType.methodType(type))
                .invoke();
        if (transformer == null) {
            return classFile;
        }
        MethodHandle transform = lookup.findVirtual(
                type, "transform", MethodType.methodType(byte[].class, String.class, Class.class, byte[].class));
        byte[] changed = (byte[]) transform.invoke(transformer, name, caller, classFile);
        return changed == null ? classFile : changed;
    }
}
