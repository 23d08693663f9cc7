// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.lang.reflect.Field;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What an application may say to the tracer that watches it. Without the tracer every method does nothing, at the price
 * of one field read; none of them throws. All may be called from any thread.
 */
public final class Tracer {
    /* JDK types alone, and a field instead of a service: the agent's classes are out of the application's sight, and
     * this class may exist several times - in the tracer's jar, and in copies that the application loaded from its own
     * class path. The agent sets the field in each copy that it finds (ApplicationCalls); a copy that comes later, as
     * in a web application whose loader asks itself first, takes it over from the tracer's own. */

    /** Takes a verb and its text to the running agent; null without one. */
    private static volatile @Nullable BiConsumer<String, String> agent = agentOfTracersOwnCopy();

    private Tracer() {}

    /** Starts a recording unless there is one. */
    public static void start() {
        tell("start", "");
    }

    /** Stops the recording; its file is written in the background. */
    public static void stop() {
        tell("stop", "");
    }

    /** Puts a line of text into the recording, at this thread's time; only its first 4,096 characters if it is longer. */
    public static void log(@Nullable String text) {
        tell("log", text);
    }

    /** Marks this moment of this thread by a name. */
    public static void mark(@Nullable String name) {
        tell("mark", name);
    }

    /**
     * Measures a stretch of this thread under a name, from here until the result is closed:
     *
     * <pre>{@code
     * try (var measurement = Tracer.measure("load cache")) {
     *     ...
     * }
     * }</pre>
     *
     * @return to be closed by the same thread
     */
    public static Measurement measure(@Nullable String name) {
        if (agent == null) {
            return Measurement.NONE;
        }
        tell("begin", name);
        return new Measurement(String.valueOf(name));
    }

    @SuppressWarnings("unchecked")
    private static @Nullable BiConsumer<String, String> agentOfTracersOwnCopy() {
        try {
            Class<?> own = Class.forName(Tracer.class.getName(), true, null);
            if (own == Tracer.class) {
                return null;
            }
            Field field = own.getDeclaredField("agent");
            field.setAccessible(true);
            return (BiConsumer<String, String>) field.get(null);
        } catch (ReflectiveOperationException | RuntimeException noTracerInThisJvm) {
            return null;
        }
    }

    @SuppressWarnings("removal") // ThreadDeath, by which Thread.stop works on 17
    private static void tell(String verb, @Nullable String text) {
        BiConsumer<String, String> listening = agent;
        if (listening != null) {
            try {
                listening.accept(verb, String.valueOf(text));
            } catch (ThreadDeath stopped) {
                throw stopped;
            } catch (Throwable failure) {
                // A full heap or the stack's end, which the application meets in its own calls.
            }
        }
    }

    /** A stretch that is being measured. Closing it twice closes it once. */
    public static final class Measurement implements AutoCloseable {
        private static final Measurement NONE = new Measurement(null);

        private @Nullable String open;

        private Measurement(@Nullable String name) {
            open = name;
        }

        @Override
        public void close() {
            String name = open;
            if (name != null) {
                open = null;
                tell("end", name);
            }
        }
    }
}
