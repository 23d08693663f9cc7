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

    private AgentDoor() {}

    public static void agent(Agent present) {
        agent = present;
    }

    public static @Nullable Agent agent() {
        return agent;
    }

    /** The agent as {@code Launcher} sees it. */
    public interface Agent {
        /**
         * Handles the arguments of {@code -javaagent} or of an attach: the first call starts the agent, later ones are
         * commands.
         *
         * @param instrumentation a {@code java.lang.instrument.Instrumentation}; an Object, because this package may
         *     depend on java.base only
         * @param jar the tracer's own jar
         */
        void enter(String arguments, Object instrumentation, Path jar, boolean attached);
    }
}
