// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.Tracer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Receiver of the application's calls of {@link Tracer}. */
public final class ApplicationCalls implements BiConsumer<String, String> {
    private final Tracing tracing;

    public ApplicationCalls(Tracing tracing) {
        this.tracing = tracing;
    }

    /**
     * Registers with every loaded copy of {@link Tracer}: the tracer's own, which every later lookup finds, and copies
     * that the application loaded from its own class path before the agent was attached.
     *
     * @return number of copies
     */
    public int listen(Instrumentation instrumentation, boolean attached) throws ReflectiveOperationException {
        listen(Tracer.class);
        if (!attached) {
            return 1;
        }
        int copies = 1;
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (loaded != Tracer.class && loaded.getName().equals(Tracer.class.getName())) {
                listen(loaded);
                copies++;
            }
        }
        return copies;
    }

    void listen(Class<?> tracer) throws ReflectiveOperationException {
        Field agent = tracer.getDeclaredField("agent");
        agent.setAccessible(true);
        agent.set(null, this);
    }

    @Override
    public void accept(String verb, @Nullable String given) {
        String text = String.valueOf(given);
        switch (verb) {
            case "start" -> tracing.start();
            case "stop" -> tracing.stop();
            case "log" -> tracing.log(text);
            case "mark" -> tracing.mark(text);
            case "begin" -> tracing.begin(text);
            case "end" -> tracing.end(text);
            default -> tracing.log(verb + " " + text); // a newer copy of Tracer than this agent
        }
    }
}
