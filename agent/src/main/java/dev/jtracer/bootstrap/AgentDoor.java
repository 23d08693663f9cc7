// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The meeting point of the agent and {@code Launcher}, which share no class loader. The agent registers here when its
 * class is initialised.
 */
public final class AgentDoor {
    /* Replaces reflection: since JDK 18 Method.invoke spins method handles, which takes some 25 ms at a start. */
    private static volatile @Nullable Agent agent;

    private static volatile KeptNames kept = new KeptNames(new String[0], new String[0]);

    private AgentDoor() {}

    /**
     * The names of the ids that removed tracers have assigned. Lambdas that the application keeps have such ids, and
     * so have methods that run for longer than the tracer.
     */
    public static final class KeptNames {
        /** The class of each id, the first id being 1. */
        public final String[] classNames;

        /** The displayed name of each id. */
        public final String[] names;

        public KeptNames(String[] classNames, String[] names) {
            this.classNames = classNames;
            this.names = names;
        }
    }

    public static KeptNames kept() {
        return kept;
    }

    public static void keep(KeptNames names) {
        kept = names;
    }

    public static void agent(@Nullable Agent present) {
        agent = present;
    }

    public static @Nullable Agent agent() {
        return agent;
    }

    /** The agent as {@code Launcher} sees it. */
    public interface Agent {
        /**
         * Handles the arguments of {@code -javaagent} or of an attach: the first call starts the agent, later ones
         * are commands until a detach.
         *
         * @param instrumentation a {@code java.lang.instrument.Instrumentation}; an Object, because this package may
         *     depend on java.base only
         * @param jar the tracer's own jar
         * @param sinceNanos when the JVM called the tracer, in {@link System#nanoTime}
         */
        void enter(String arguments, Object instrumentation, Path jar, boolean attached, long sinceNanos);
    }
}
