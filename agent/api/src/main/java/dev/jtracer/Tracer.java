// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.lang.reflect.Field;
import java.util.function.BiConsumer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * The API for applications that control the tracer or add to a recording. Without the tracer every method does
 * nothing, at the cost of one field read; none of them throws. All may be called from any thread.
 */
@NullMarked
public final class Tracer {
    /* JDK types only, and a field instead of a service: the application cannot see the agent's classes, and this
     * class may exist several times - in the tracer's jar, and in copies that the application loaded from its own
     * class path. The agent sets the field in each copy that it finds (ApplicationCalls). A copy that is loaded
     * later, as by a web application's child-first loader, reads the field of the tracer's own copy. */

    /** The running agent, which accepts a verb and its text; null without one. */
    private static volatile @Nullable BiConsumer<String, String> agent = agentOfTracersOwnCopy();

    private Tracer() {}

    /** Starts a recording unless there is one. */
    public static void start() {
        send("start", "");
    }

    /** Stops the recording; its file is written in the background. */
    public static void stop() {
        send("stop", "");
    }

    /**
     * Stops the recording, writes its file, and removes the tracer from this JVM, in the background: traced methods
     * get their own code back, and no thread, file or handler of the tracer remains. It can be attached again.
     */
    public static void detach() {
        send("detach", "");
    }

    /**
     * Adds a line of text to the recording, at this thread's time; only its first 4,096 characters if it is longer.
     */
    public static void log(@Nullable String text) {
        send("log", text);
    }

    /** Marks this moment of this thread with a name. */
    public static void mark(@Nullable String name) {
        send("mark", name);
    }

    /**
     * Measures a span of this thread under a name, from here until the result is closed:
     *
     * <pre>{@code
     * try (var measurement = Tracer.measure("load cache")) {
     *     ...
     * }
     * }</pre>
     *
     * @return must be closed by the same thread
     */
    public static Measurement measure(@Nullable String name) {
        if (agent == null) {
            return Measurement.NONE;
        }
        send("begin", name);
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

    @SuppressWarnings("removal") // ThreadDeath, which Thread.stop throws on 17
    private static void send(String verb, @Nullable String text) {
        BiConsumer<String, String> listening = agent;
        if (listening != null) {
            try {
                listening.accept(verb, String.valueOf(text));
            } catch (ThreadDeath stopped) {
                throw stopped;
            } catch (Throwable failure) {
                // The heap or the stack is full, which the application meets in its own calls.
            }
        }
    }

    /** A span that is being measured. Closing it twice closes it once. */
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
                send("end", name);
            }
        }
    }
}
