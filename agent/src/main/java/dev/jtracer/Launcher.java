// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import dev.jtracer.bootstrap.AgentDoor;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The opener of the jar's three sections. It makes them known to their class loaders, then calls the agent or
 * to the command line.
 *
 * <pre>
 * dev/jtracer/*.class        system loader (this class); Tracer in the bootstrap loader too
 * dev/jtracer/bootstrap/**   bootstrap loader: the entry points of woven methods
 * inst/**                    the agent's own loader, which the application cannot reach
 * </pre>
 */
final class Launcher {
    /* Rules of this class: - Nothing is thrown out of it: an exception in premain ends the JVM. - stdout belongs to
     *  the application; the tracer writes to stderr, each line with "TRACER ". - No java.util.logging, no JMX, no
     *  lambda, no regular expression: premain runs before the application's main has chosen its LogManager (JBoss
     *  breaks), and each of them costs start-up time. - StartupChecks runs before the bootstrap section is opened.
     *  Where that appends the jar to the bootstrap search, the system loader would take that class from there, and
     *  package-private methods cannot be called across class loaders. - The agent's classes are referenced by name
     *  only, so that the system loader loads none of them.
     */

    private static final String BOOTSTRAP_SECTION = "dev.jtracer.agent.BootstrapSection";
    private static final String AGENT = "dev.jtracer.agent.AgentStarter";
    private static final String COMMAND_LINE = "dev.jtracer.agent.cli.Main";

    /** Whether the bootstrap section is known to its loader: once, because the JVM does not take it back. */
    private static boolean defined;

    /** Whether the agent has been initialised once. */
    private static boolean opened;

    private static final long LONGEST_WRITE_MILLIS = 500;

    private Launcher() {}

    /**
     * Starts the agent at the first call, and passes commands to it from then on.
     *
     * @param attached whether a tool has attached to the running JVM; otherwise the application's main follows
     */
    static void enter(@Nullable String arguments, Instrumentation instrumentation, boolean attached) {
        try {
            enterUnguarded(arguments, instrumentation, attached);
        } catch (Throwable problem) {
            sayOff(problem);
        }
    }

    static void runCommandLine(String[] arguments) throws Exception {
        // The system loader is the parent here: jdk.attach is defined to it, not to the platform loader.
        Class<?> commandLine = new AgentLoader(ownJar(), ClassLoader.getSystemClassLoader()).loadClass(COMMAND_LINE);
        int exitCode = (Integer)
                commandLine.getMethod("run", String[].class, Path.class).invoke(null, arguments, ownJar().toPath());
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    private static synchronized void enterUnguarded(
            @Nullable String arguments, Instrumentation instrumentation, boolean attached) throws Exception {
        long since = System.nanoTime();
        File jar = ownJar();
        AgentDoor.Agent agent = opened ? AgentDoor.agent() : null;
        boolean first = agent == null;
        if (first && mayStart(jar)) {
            open(jar, instrumentation);
            agent = opened ? AgentDoor.agent() : null;
        }
        if (agent == null) {
            return;
        }
        if (first || attached) {
            agent.enter(arguments == null ? "" : arguments, instrumentation, jar.toPath(), attached, since);
        } else {
            say("-javaagent: names the tracer twice; the second is ignored, omit it");
        }
    }

    private static boolean mayStart(File jar) throws Exception {
        String obstacle = StartupChecks.obstacle(location().toString());
        if (obstacle != null) {
            sayOff(obstacle);
        }
        return obstacle == null && !StartupChecks.isOwnCommandLine(System.getProperty("sun.java.command"), jar);
    }

    private static void open(File jar, Instrumentation instrumentation) throws Exception {
        ClassLoader agentLoader = new AgentLoader(jar, ClassLoader.getPlatformClassLoader());
        try {
            openBootstrapSection(jar, instrumentation, agentLoader);
            Class.forName(AGENT, true, agentLoader);
            opened = true;
        } catch (ClassNotFoundException incomplete) {
            sayOff(StartupChecks.incomplete(jar.getPath()));
        }
    }

    /** Defines the bootstrap section, and exports the packages of java.base that the two sections need. */
    private static void openBootstrapSection(File jar, Instrumentation instrumentation, ClassLoader agentLoader)
            throws Exception {
        Map<String, Set<Module>> exports = new HashMap<String, Set<Module>>();
        Set<Module> agent = Collections.singleton(agentLoader.getUnnamedModule());
        exports.put("jdk.internal.misc", agent); // Unsafe, Signal
        exports.put("jdk.internal.vm", agent); // the properties that answer an attach
        export(exports, instrumentation);
        if (!defined) {
            defineBootstrapSection(jar, instrumentation, agentLoader);
            defined = true;
        }
        exports.clear();
        // Not initialised here: its static initialiser needs the exports.
        Set<Module> bootstrap = Collections.singleton(
                Class.forName("dev.jtracer.bootstrap.MethodTracer", false, null).getModule());
        exports.put("jdk.internal.misc", bootstrap);
        exports.put("jdk.internal.vm.annotation", bootstrap);
        exports.put("jdk.internal.access", bootstrap); // the carrier of a virtual thread
        export(exports, instrumentation);
    }

    private static void defineBootstrapSection(File jar, Instrumentation instrumentation, ClassLoader agentLoader)
            throws Exception {
        try {
            Class.forName(BOOTSTRAP_SECTION, true, agentLoader);
        } catch (NoSuchMethodError otherJdk) {
            try (JarFile file = new JarFile(jar, false)) {
                instrumentation.appendToBootstrapClassLoaderSearch(file);
            }
        }
    }

    private static void export(Map<String, Set<Module>> exports, Instrumentation instrumentation) {
        instrumentation.redefineModule(
                Object.class.getModule(),
                Collections.<Module>emptySet(),
                exports,
                Collections.<String, Set<Module>>emptyMap(),
                Collections.<Class<?>>emptySet(),
                Collections.<Class<?>, List<Class<?>>>emptyMap());
    }

    private static File ownJar() throws Exception {
        return new File(location().toURI());
    }

    private static URL location() {
        return Launcher.class.getProtectionDomain().getCodeSource().getLocation();
    }

    private static void sayOff(Throwable problem) {
        // An exception of reflection is never the cause; the exception inside it is.
        Throwable cause = problem.getCause() == null ? problem : problem.getCause();
        if (opened && AgentDoor.agent() != null) {
            // A class that a command needs for the first time is read from the jar.
            say("cannot take a command (" + cause
                    + "); if the jar was replaced under this JVM, put the old one back, or end the"
                    + " program; replace a jar by mv, not by cp");
            return;
        }
        sayOff("it failed to start (" + cause + "); please report this line");
    }

    private static void sayOff(String reason) {
        say("tracing is off: " + reason);
    }

    /* Nobody may read stderr: main must begin all the same. */
    private static void say(String line) {
        Thread writer = new Thread("jtracer-stderr") {
            @Override
            public void run() {
                System.err.println("TRACER " + line);
            }
        };
        writer.setDaemon(true);
        writer.start();
        try {
            writer.join(LONGEST_WRITE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
