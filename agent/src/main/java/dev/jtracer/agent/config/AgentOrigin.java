// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import org.jspecify.annotations.Nullable;

/** The way by which the agent came into a JVM. */
public enum AgentOrigin {
    /** The JVM's command line. */
    COMMAND_LINE,
    /** An environment variable that every JVM reads, so that this one may not be meant. */
    ENVIRONMENT,
    /** A tool that attached, whose terminal gets the figures. */
    ATTACH;

    /**
     * Returns the origin of an agent that was not attached. Reads {@code _JAVA_OPTIONS}, which HotSpot applies last.
     *
     * @param jar name of the agent's file
     * @param variables values of other variables with options for every JVM; elements are null if unset
     */
    public static AgentOrigin of(String jar, String... variables) {
        for (String variable : variables) {
            if (loads(jar, variable)) {
                return ENVIRONMENT;
            }
        }
        return loads(jar, System.getenv("_JAVA_OPTIONS")) ? ENVIRONMENT : COMMAND_LINE;
    }

    private static boolean loads(String jar, @Nullable String variable) {
        return variable != null && variable.contains("-javaagent:") && variable.contains(jar);
    }
}
