// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's entry points: {@code -javaagent} ({@link #premain}), attach ({@link #agentmain}) and {@code java -jar}
 * ({@link #main}). They call {@link Launcher} on Java 17 and later, and print one line on an older version.
 */
public final class AgentMain {
    /* A JVM aborts if it cannot load the agent's class. So this class and StartupChecks are compiled for Java 8, API
     * included, and every other class is linked only by the calls of Launcher, after the check. */
    private AgentMain() {}

    /** Starts the agent before the application's main; the JVM calls it for {@code -javaagent:tracer.jar=options}. */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        try {
            if (StartupChecks.isJdkTool(System.getProperty("jdk.module.main"), System.getenv("JAVA_TOOL_OPTIONS"))
                    || StartupChecks.isWithoutProgram(
                            System.getProperty("sun.java.launcher"), System.getProperty("sun.java.command"))) {
                return;
            }
            enter(arguments, instrumentation, false);
        } catch (SecurityException denied) {
            // An exception here would end the JVM before the application's main.
            System.err.println("TRACER tracing is off: the security policy forbids it (" + denied.getMessage()
                    + "); grant tracer.jar java.security.AllPermission there");
        }
    }

    /** Handles an attach; called by the JVM. The first attach starts the agent, later ones carry commands. */
    public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
        enter(arguments, instrumentation, true);
    }

    private static void enter(@Nullable String arguments, Instrumentation instrumentation, boolean attached) {
        if (isSupported()) {
            Launcher.enter(arguments, instrumentation, attached);
        } else {
            System.err.println("TRACER tracing is off: this JVM is Java " + System.getProperty("java.version")
                    + "; run the application with Java 17 or later, or omit -javaagent:tracer.jar");
        }
    }

    /** Runs the command line. */
    public static void main(String[] arguments) throws Exception {
        if (isSupported()) {
            Launcher.runCommandLine(arguments);
        } else {
            System.err.println("this is Java " + System.getProperty("java.version")
                    + "; run java -jar tracer.jar with Java 17 or later");
            System.exit(2);
        }
    }

    private static boolean isSupported() {
        return StartupChecks.isSupported(System.getProperty("java.specification.version"));
    }
}
