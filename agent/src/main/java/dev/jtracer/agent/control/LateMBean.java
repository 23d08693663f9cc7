// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.thread.TracerThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.management.MBeanServer;

/** Registers the tracer with the platform's MBean server once somebody else has created that. */
public final class LateMBean implements Runnable {
    /* However late, the server is not ours to create: that initialises the LogManager, which the application chooses by a
     * system property at a time of its own. Somebody who wants to see the bean has the server created: the application,
     * jconsole, jcmd PID ManagementAgent.start_local. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final TracerThreads threads;
    private final Tracing tracing;
    private final Thread mainThread;
    private final Consumer<String> problems;

    /**
     * Call on the thread that runs premain or agentmain.
     *
     * @param problems told in one line when registering fails
     */
    public LateMBean(TracerThreads threads, Tracing tracing, Consumer<String> problems) {
        this.threads = threads;
        this.tracing = tracing;
        this.mainThread = Thread.currentThread();
        this.problems = problems;
    }

    /** Waits and registers, on a thread of its own which then ends. */
    public void start() {
        threads.create("jtracer-jmx", this).start();
    }

    @Override
    public void run() {
        try {
            while (!hasLeftPremain(mainThread.getStackTrace())) {
                pause();
            }
            register(new PlatformServer());
        } catch (ClassNotFoundException noManagement) {
            // A run-time image without the module java.management has no server to register with.
        } catch (Throwable problem) {
            // Not JMException: the verifier would load it, and with it the module, when this class is loaded in
            // premain.
            problems.accept("the tracer is not in JMX (" + problem + "); switch with java -jar tracer.jar");
        }
    }

    private void register(PlatformServer platform) throws Exception {
        while (true) {
            try {
                MBeanServer server = platform.find();
                if (server != null) {
                    TracerBean.register(tracing, server);
                    return;
                }
            } catch (OutOfMemoryError full) {
                // Of the application's heap; there may be room the next time.
            }
            pause();
        }
    }

    private void pause() {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        // With the flag set, no pause would be one.
        Thread.interrupted();
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
}
