// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.thread.TracerThreads;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Registers the tracer with the platform's MBean server once that can no longer harm the application. */
public final class LateMBean implements Runnable {
    /* The platform's MBean server initialises java.util.logging. Done before the application's main, that takes away
     * its choice of a LogManager (JBoss-style servers then fail to start), has made agents deadlock, and costs 60 ms and
     * 800 classes. So we wait until the application has loaded LogManager itself. One that never does is left alone for
     * a while and then has no choice to lose, unless it was told to use a manager of its own: then we wait on. */

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_PAUSE_MILLIS = 4_000;

    private final TracerThreads threads;
    private final Tracing tracing;
    private final Instrumentation instrumentation;
    private final Thread mainThread;
    private final Consumer<String> problems;

    /**
     * Call on the thread that runs premain or agentmain.
     *
     * @param problems told in one line when registering fails
     */
    public LateMBean(
            TracerThreads threads, Tracing tracing, Instrumentation instrumentation, Consumer<String> problems) {
        this.threads = threads;
        this.tracing = tracing;
        this.instrumentation = instrumentation;
        this.mainThread = Thread.currentThread();
        this.problems = problems;
    }

    /** Waits and registers, on a daemon thread of its own which then ends. */
    public void start() {
        threads.create("jtracer-jmx", this).start();
    }

    @Override
    public void run() {
        try {
            long pauseMillis = 250;
            long startedNanos = 0;
            boolean started = false;
            while (true) {
                if (!started && hasLeftPremain(mainThread.getStackTrace())) {
                    started = true;
                    startedNanos = System.nanoTime();
                }
                if (started
                        && isTime(
                                isLogManagerLoaded(),
                                System.getProperty("java.util.logging.manager") != null,
                                System.nanoTime() - startedNanos)) {
                    break;
                }
                Thread.sleep(pauseMillis);
                pauseMillis = Math.min(pauseMillis * 2, LONGEST_PAUSE_MILLIS);
            }
            TracerBean.register(tracing, ManagementFactory.getPlatformMBeanServer());
        } catch (Throwable problem) {
            // Not JMException: the verifier would load it, and with it the module, when this class is loaded in
            // premain.
            problems.accept("the tracer is not in JMX (" + problem + "); switch with java -jar tracer.jar");
        }
    }

    /**
     * Whether registering is safe by now.
     *
     * @param logManagerNamed whether {@code java.util.logging.manager} is set
     * @param mainNanos for how long the application's main has been running
     */
    static boolean isTime(boolean logManagerLoaded, boolean logManagerNamed, long mainNanos) {
        return logManagerLoaded || (!logManagerNamed && mainNanos >= PATIENCE_NANOS);
    }

    /**
     * Whether the thread that ran premain has come to the application: the frame at the bottom of its stack is first
     * the instrumentation's, then the launcher's, and only then the application's main. A thread that has ended, and the
     * one that a tool attached on, have left it.
     */
    static boolean hasLeftPremain(StackTraceElement[] stack) {
        if (stack.length == 0) {
            return true;
        }
        String bottom = stack[stack.length - 1].getClassName();
        return !bottom.startsWith("sun.instrument.") && !bottom.startsWith("sun.launcher.");
    }

    private boolean isLogManagerLoaded() {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (loaded.getClassLoader() == null && loaded.getName().equals("java.util.logging.LogManager")) {
                return true;
            }
        }
        return false;
    }
}
