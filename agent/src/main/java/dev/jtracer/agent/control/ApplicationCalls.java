// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.Tracer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * Receiver of the application's calls of {@link Tracer}.
 *
 * @param detach removes the tracer in the background
 * @param jar the tracer's
 */
public record ApplicationCalls(Tracing tracing, Runnable detach, Recorder recorder, Path jar)
        implements BiConsumer<String, String>, Function<String, @Nullable Object> {
    /** Recorder of what the application measures on the calling thread. */
    public interface Recorder {
        /** Begins a call of a name. Returns whether there is room for the name. */
        boolean begin(String name);

        /** Ends a call that was begun, by an exception or not. Returns whether there is room for the name. */
        boolean end(String name, boolean threw);

        /** Counts the statements of this thread from here on, until {@link #endCount} has been called as often. */
        void beginCount();

        /** Returns how often this thread has executed each text since the first count; null if that is not known. */
        @Nullable
        Map<String, Long> statements();

        void endCount();
    }

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
            case "begin" -> {
                if (!recorder.begin(text)) {
                    tracing.log(text + " begins");
                }
            }
            case "end", "fail" -> {
                if (!recorder.end(text, verb.equals("fail"))) {
                    tracing.log(text + " ends");
                }
            }
            case "count" -> recorder.beginCount();
            case "counted" -> recorder.endCount();
            default -> tracing.log(verb + " " + text); // a newer copy of Tracer than this agent
        }
    }

    @Override
    public @Nullable Object apply(String question) {
        return switch (question) {
            case "recording" -> {
                String output = tracing.status(false).output();
                yield output.isEmpty() ? null : Path.of(output).toAbsolutePath().toString();
            }
            case "recordedNanos" -> {
                TracerStatus status = tracing.status(false);
                yield status.recording() ? status.recordedNanos() : null;
            }
            case "jar" -> jar.toString();
            case "statements" -> recorder.statements();
            default -> null; // from a newer copy of Tracer than this agent
        };
    }
}
