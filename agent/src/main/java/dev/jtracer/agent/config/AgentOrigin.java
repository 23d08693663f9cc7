// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** The way by which the agent came into a JVM. */
public enum AgentOrigin {
    /** The JVM's command line. */
    COMMAND_LINE,
    /** An environment variable that every JVM reads, so that this one may not be meant. */
    ENVIRONMENT,
    /** A tool that attached, whose terminal gets the figures. */
    ATTACH;

    /**
     * Returns the origin of an agent that was not attached.
     *
     * @param jar name of the agent's file
     * @param variables the variables with options for every JVM; elements are null if unset
     */
    public static AgentOrigin of(String jar, String... variables) {
        for (String variable : variables) {
            if (variable != null && variable.contains("-javaagent:") && variable.contains(jar)) {
                return ENVIRONMENT;
            }
        }
        return COMMAND_LINE;
    }
}
