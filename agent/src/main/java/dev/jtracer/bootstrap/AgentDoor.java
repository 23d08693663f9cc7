// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the agent, when its class is initialised, leaves itself for {@code Launcher}, which no loader shares with it. */
public final class AgentDoor {
    /* Instead of reflection: Method.invoke spins method handles since JDK 18, some 25 ms at a start. */
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
         * Takes what came with {@code -javaagent} or with an attach, the first time to start, then as commands.
         *
         * @param instrumentation a {@code java.lang.instrument.Instrumentation}; that module is not java.base, which is
         *     all that this package may know
         * @param jar the tracer's own jar
         */
        void enter(String arguments, Object instrumentation, Path jar, boolean attached);
    }
}
