// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.nio.file.Path;

/** The way by which the agent came into a JVM. */
public enum AgentOrigin {
    /** The JVM's command line. */
    COMMAND_LINE,
    /** An environment variable that every JVM reads, so that this one may not be meant. */
    ENVIRONMENT,
    /** A tool that attached, whose terminal gets the figures. */
    ATTACH;

    /** The variables whose options every JVM reads. */
    private static final String[] VARIABLES = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"};

    /** Returns the origin of an agent that was not attached, from its jar. */
    public static AgentOrigin of(Path jar) {
        String name = String.valueOf(jar.getFileName());
        for (String variable : VARIABLES) {
            String options = System.getenv(variable);
            if (options != null && options.contains("-javaagent:") && options.contains(name)) {
                return ENVIRONMENT;
            }
        }
        return COMMAND_LINE;
    }
}
