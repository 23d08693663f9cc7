// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
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

    /** Adds a line of text to the recording, at this thread's time; at most its first 4,096 characters. */
    public static void log(@Nullable String text) {
        send("log", text);
    }

    /** Marks this moment of this thread with a name. */
    public static void mark(@Nullable String name) {
        send("mark", name);
    }

    /**
     * Measures a span of this thread, from here until the result is closed:
     *
     * <pre>{@code
     * try (var measurement = Tracer.measure("load cache")) {
     *     ...
     * }
     * }</pre>
     *
     * <p>It is recorded as a call of that name: calls within it are nested, and all figures of calls include it. As
     * a call it must end within the traced method that began it, and measures in the reverse order of their begins;
     * use {@link #mark} for others. A name of more than 1,000 characters, or after 10,000 different ones, becomes two
     * texts instead, {@code NAME begins} and {@code NAME ends}.
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

    /**
     * Counts the SQL statements that this thread executes by JDBC, from here until the result is closed. Statements
     * are counted while a recording runs, unless the option {@code context=} excludes them.
     *
     * @return must be closed by the same thread
     */
    public static StatementCount countStatements() {
        if (agent == null) {
            return StatementCount.NONE;
        }
        send("count", "");
        return new StatementCount(statements(), true);
    }

    /** Returns the absolute path of the file of the current recording, or else of the last; null if there is none. */
    public static @Nullable String recording() {
        return ask("recording") instanceof String file ? file : null;
    }

    /** Returns the time since the current recording began, in nanoseconds; negative if nothing is recorded. */
    public static long recordedNanos() {
        return ask("recordedNanos") instanceof Long nanos ? nanos : -1;
    }

    /** Returns the path of the tracer's jar, whose commands read recordings; null without the tracer. */
    public static @Nullable String jar() {
        return ask("jar") instanceof String jar ? jar : null;
    }

    private static @Nullable Map<?, ?> statements() {
        return ask("statements") instanceof Map<?, ?> statements ? statements : null;
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

    /** Returns the agent's answer; null without an agent, and from one that is too old to know the question. */
    @SuppressWarnings({"removal", "unchecked"})
    private static @Nullable Object ask(String question) {
        if (agent instanceof Function<?, ?> answering) {
            try {
                return ((Function<String, Object>) answering).apply(question);
            } catch (ThreadDeath stopped) {
                throw stopped;
            } catch (Throwable failure) {
                // as in send
            }
        }
        return null;
    }

    /** A span that is being measured. Closing it twice closes it once. */
    public static final class Measurement implements AutoCloseable {
        private static final Measurement NONE = new Measurement(null);

        private @Nullable String open;
        private String end = "end";

        private Measurement(@Nullable String name) {
            open = name;
        }

        /** Marks the span as failed: it will end as a call that throws does. */
        public void fail() {
            if (open != null) {
                end = "fail";
            }
        }

        @Override
        public void close() {
            String name = open;
            if (name != null) {
                open = null;
                send(end, name);
            }
        }
    }

    /** The statements of a thread since {@link #countStatements}. Closing it twice closes it once. */
    public static final class StatementCount implements AutoCloseable {
        private static final StatementCount NONE = new StatementCount(null, false);

        private final @Nullable Map<?, ?> before;
        private boolean open;

        private StatementCount(@Nullable Map<?, ?> before, boolean open) {
            this.before = before;
            this.open = open;
        }

        /**
         * Returns how often each text was executed; texts are those of the recording, without literals. Returns null
         * if that is not known: without an agent, statements in the recording, or one recording since the begin.
         */
        public @Nullable Map<String, Long> executions() {
            Map<?, ?> now = open ? statements() : null;
            if (before == null || now == null) {
                return null;
            }
            Map<String, Long> executions = new HashMap<>();
            now.forEach((text, count) -> {
                long earlier = before.get(text) instanceof Long value ? value : 0;
                if (count instanceof Long value && value > earlier) {
                    executions.put(String.valueOf(text), value - earlier);
                }
            });
            return executions;
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                send("counted", "");
            }
        }
    }
}
