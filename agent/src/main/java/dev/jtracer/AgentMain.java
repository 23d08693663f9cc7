// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's entry point: {@code -javaagent} ({@link #premain}), attach ({@link #agentmain}) and {@code java -jar}
 * ({@link #main}). Hands over to {@link Launcher} on Java 17 and later; says why it does not on an older one.
 */
public final class AgentMain {
    /* A JVM aborts if it cannot load the agent's class. So this class and StartupChecks are compiled for Java 8, API
     * included, and every other class is first linked by the calls of Launcher, behind the check. */
    private static final String SPECIFICATION = "java.specification.version";

    private AgentMain() {}

    /** Called by the JVM before the application's main, for {@code -javaagent:tracer.jar=options}. */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        if (StartupChecks.isJdkTool(System.getProperty("jdk.module.main"), System.getenv("JAVA_TOOL_OPTIONS"))) {
            return;
        }
        if (isSupported()) {
            Launcher.premain(arguments, instrumentation);
        } else {
            sayUnsupported();
        }
    }

    /** Called by the JVM when a tool attaches: the first time it starts the agent, then it brings commands. */
    public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) {
        if (isSupported()) {
            Launcher.agentmain(arguments, instrumentation);
        } else {
            sayUnsupported();
        }
    }

    /** The command line. */
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
        return StartupChecks.isSupported(System.getProperty(SPECIFICATION));
    }

    private static void sayUnsupported() {
        System.err.println("TRACER tracing is off: this JVM is Java " + System.getProperty("java.version")
                + "; run the application with Java 17 or later, or leave -javaagent:tracer.jar out");
    }
}
