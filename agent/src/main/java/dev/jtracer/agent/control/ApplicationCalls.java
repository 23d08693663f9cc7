// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.Tracer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.function.BiConsumer;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Receiver of the application's calls of {@link Tracer}; {@code detach} removes the tracer in the background. */
public record ApplicationCalls(Tracing tracing, Runnable detach) implements BiConsumer<String, String> {
    /**
     * Registers with every loaded copy of {@link Tracer}: the tracer's own, which every later lookup finds, and
     * copies that the application loaded from its own class path before the agent was attached.
     */
    public void listen(Instrumentation instrumentation, boolean attached) throws ReflectiveOperationException {
        listen(Tracer.class, this);
        if (attached) {
            others(instrumentation, this);
        }
    }

    /** Removes the registration from every loaded copy. */
    public static void forget(Instrumentation instrumentation) throws ReflectiveOperationException {
        listen(Tracer.class, null);
        others(instrumentation, null);
    }

    private static void others(Instrumentation instrumentation, @Nullable ApplicationCalls agent)
            throws ReflectiveOperationException {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (loaded != Tracer.class && loaded.getName().equals(Tracer.class.getName())) {
                listen(loaded, agent);
            }
        }
    }

    static void listen(Class<?> tracer, @Nullable ApplicationCalls calls) throws ReflectiveOperationException {
        // Not by Field.set, which makes method handles since JDK 18.
        Unsafe unsafe = Unsafe.getUnsafe();
        unsafe.ensureClassInitialized(tracer);
        Field agent = tracer.getDeclaredField("agent");
        if (agent.getType() != BiConsumer.class) {
            throw new NoSuchFieldException(agent.toString());
        }
        unsafe.putReferenceVolatile(unsafe.staticFieldBase(agent), unsafe.staticFieldOffset(agent), calls);
    }

    @Override
    public void accept(String verb, @Nullable String argument) {
        String text = String.valueOf(argument);
        switch (verb) {
            case "start" -> tracing.start();
            case "stop" -> tracing.stop(null);
            case "detach" -> detach.run();
            case "log", "mark" -> tracing.log(text);
            case "begin" -> tracing.log(text + " begins");
            case "end" -> tracing.log(text + " ends");
            default -> tracing.log(verb + " " + text); // a newer copy of Tracer than this agent
        }
    }
}
