// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Checks that run before the tracer has touched the JVM. Pure: every input is a parameter. */
final class StartupChecks {
    /* Compiled for Java 8, like AgentMain. */
    private static final int OLDEST_JAVA = 17;

    private StartupChecks() {}

    /** Returns whether the tracer supports a {@code java.specification.version}: 1.8, 9, 10, 11 and so on. */
    static boolean isSupported(@Nullable String specification) {
        if (specification == null || specification.startsWith("1.")) {
            return false;
        }
        try {
            return Integer.parseInt(specification) >= OLDEST_JAVA;
        } catch (NumberFormatException unknownScheme) {
            return true; // a later version with another numbering
        }
    }

    /**
     * Returns whether this JVM is one of the JDK's tools and received the agent from {@code JAVA_TOOL_OPTIONS}, which
     * every JVM reads: nobody wants to trace keytool, and a line on its stderr breaks builds.
     *
     * @param mainModule {@code jdk.module.main}: the launcher sets it to the tool's module, and omits it for
     *     {@code java -jar}, {@code java -cp} and {@code java Source.java}
     * @param toolOptions the environment's {@code JAVA_TOOL_OPTIONS}
     */
    static boolean isJdkTool(@Nullable String mainModule, @Nullable String toolOptions) {
        return mainModule != null
                && (mainModule.startsWith("java.") || mainModule.startsWith("jdk."))
                && toolOptions != null
                && toolOptions.contains("-javaagent:");
    }

    /**
     * Returns whether this JVM runs no program, as with {@code java -version}.
     *
     * @param launcher {@code sun.java.launcher}: set by java and the JDK's tools, and by no other launcher
     * @param command {@code sun.java.command}: set by them if there is a main class
     */
    static boolean isWithoutProgram(@Nullable String launcher, @Nullable String command) {
        return "SUN_STANDARD".equals(launcher) && command == null;
    }

    /**
     * Returns whether this JVM runs the tracer's own command line, which {@code JAVA_TOOL_OPTIONS} reaches like any
     * other JVM.
     *
     * @param command {@code sun.java.command}: for {@code java -jar} the jar as it was typed, then the arguments
     */
    static boolean isOwnCommandLine(@Nullable String command, File jar) throws IOException {
        int end = command == null ? -1 : command.indexOf(".jar");
        if (command == null || end < 0) {
            return false;
        }
        File started = new File(command.substring(0, end + ".jar".length()));
        return started.getName().equals(jar.getName())
                && started.getCanonicalFile().equals(jar.getCanonicalFile());
    }

    /**
     * Returns the reason why the tracer cannot start, with the next step; null if it can.
     *
     * @param location URL that this class was loaded from
     */
    static @Nullable String obstacle(String location) {
        // A jar inside a jar has the scheme jar: or nested:, and a directory of classes ends with a slash.
        return location.startsWith("file:") && !location.endsWith("/")
                ? null
                : "the tracer was loaded from '" + location
                        + "', which is not a jar file; name tracer.jar itself in -javaagent:";
    }

    /**
     * Returns the reason and next step for a jar that holds this class without the agent: its classes were copied
     * into another jar.
     */
    static String incomplete(String jar) {
        return "'" + jar
                + "' holds only a part of the tracer; keep tracer.jar out of the application's own jar and name it"
                + " in -javaagent:";
    }
}
