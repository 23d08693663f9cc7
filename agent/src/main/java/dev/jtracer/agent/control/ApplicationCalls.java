// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.Tracer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.function.BiConsumer;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Receiver of the application's calls of {@link Tracer}. */
public final class ApplicationCalls implements BiConsumer<String, String> {
    private final Tracing tracing;
    private final Runnable detach;

    /** @param detach removes the tracer from the JVM, in the background */
    public ApplicationCalls(Tracing tracing, Runnable detach) {
        this.tracing = tracing;
        this.detach = detach;
    }

    /**
     * Registers with every loaded copy of {@link Tracer}: the tracer's own, which every later lookup finds, and
     * copies that the application loaded from its own class path before the agent was attached.
     *
     * @return number of copies
     */
    public int listen(Instrumentation instrumentation, boolean attached) throws ReflectiveOperationException {
        listen(Tracer.class, this);
        return attached ? 1 + others(instrumentation, this) : 1;
    }

    /** Removes the registration from every loaded copy. */
    public static void forget(Instrumentation instrumentation) throws ReflectiveOperationException {
        listen(Tracer.class, null);
        others(instrumentation, null);
    }

    private static int others(Instrumentation instrumentation, @Nullable ApplicationCalls agent)
            throws ReflectiveOperationException {
        int copies = 0;
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (loaded != Tracer.class && loaded.getName().equals(Tracer.class.getName())) {
                listen(loaded, agent);
                copies++;
            }
        }
        return copies;
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
    public void accept(String verb, @Nullable String given) {
        String text = String.valueOf(given);
        switch (verb) {
            case "start" -> tracing.start();
            case "stop" -> tracing.stop();
            case "detach" -> detach.run();
            case "log" -> tracing.log(text);
            case "mark" -> tracing.mark(text);
            case "begin" -> tracing.begin(text);
            case "end" -> tracing.end(text);
            default -> tracing.log(verb + " " + text); // a newer copy of Tracer than this agent
        }
    }
}
