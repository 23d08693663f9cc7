// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.thread.TracerThreads;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.management.MBeanServer;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Registration of the tracer with the platform's MBean server, once other code has created that. */
public final class LateMBean implements Runnable {
    /* The tracer never creates the server: that initialises the LogManager, which the application selects by a system
     * property at a time of its own. Every user of the bean causes its creation: the application, jconsole, jcmd PID
     * ManagementAgent.start_local. */
    /* Loading the class that holds the server initialises nothing, and a static field of an initialised class can be
     * read. A call of that class's getter, or the first use of a class of javax.management, would initialise
     * System.Logger, and with it the application's LoggerFinder and LogManager, on the tracer's thread. */
    private static final String FACTORY = "java.lang.management.ManagementFactory";

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final TracerThreads threads;
    private final Tracing tracing;
    private final Runnable detach;
    private final Thread mainThread;
    private final Consumer<String> problems;
    /** An Object, because the verifier would load an MBeanServer in premain. */
    private volatile @Nullable Object registeredWith;

    /**
     * Creates the registration. Must be called on the thread that runs premain or agentmain.
     *
     * @param detach removes the tracer from the JVM
     * @param problems receives one line if the registration fails
     */
    public LateMBean(TracerThreads threads, Tracing tracing, Runnable detach, Consumer<String> problems) {
        this.detach = detach;
        this.threads = threads;
        this.tracing = tracing;
        this.mainThread = Thread.currentThread();
        this.problems = problems;
    }

    /** Starts a thread that waits, registers and ends. */
    public void start() {
        threads.create("jtracer-jmx", this).start();
    }

    @Override
    public void run() {
        try {
            // First the pause: a stack is not free, and premain lasts for a part of it.
            do {
                pause();
            } while (!hasLeftPremain(mainThread.getStackTrace()) && !threads.areEnding());
            register(Class.forName(FACTORY, false, null));
        } catch (ClassNotFoundException noManagement) {
            // A run-time image without the module java.management has no server.
        } catch (Throwable problem) {
            // Throwable instead of JMException: the verifier would load that, and with it the module, when this class
            // is loaded in premain.
            problems.accept("the tracer is not in JMX (" + problem + "); switch with java -jar tracer.jar");
        }
    }

    private void register(Class<?> factory) throws Exception {
        while (!threads.areEnding()) {
            try {
                MBeanServer server = platformServer(factory);
                if (server != null) {
                    TracerBean.register(tracing, detach, server);
                    registeredWith = server;
                    return;
                }
            } catch (OutOfMemoryError full) {
                // The application's heap is full; the next attempt may succeed.
            }
            pause();
        }
    }

    /** Removes the bean. The thread of the registration must have ended. */
    public void unregister() throws Exception {
        Object server = registeredWith;
        if (server != null) {
            TracerBean.unregister((MBeanServer) server);
        }
    }

    private void pause() {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        // With the interrupt flag set, every pause would return at once.
        Thread.interrupted();
    }

    /**
     * Returns whether the thread that ran premain has reached the application: the frame at the bottom of its stack
     * is first the instrumentation's, then the launcher's, and only then the application's main. True also for a
     * thread that has ended, and for the thread of an attach.
     */
    static boolean hasLeftPremain(StackTraceElement[] stack) {
        if (stack.length == 0) {
            return true;
        }
        String bottom = stack[stack.length - 1].getClassName();
        return !bottom.startsWith("sun.instrument.") && !bottom.startsWith("sun.launcher.");
    }

    /** Returns the platform's server; null while it is not created. Creates and initialises nothing. */
    private static @Nullable MBeanServer platformServer(Class<?> factory) throws NoSuchFieldException {
        Unsafe unsafe = Unsafe.getUnsafe();
        if (unsafe.shouldBeInitialized(factory)) {
            return null;
        }
        Field field = factory.getDeclaredField("platformMBeanServer");
        return (MBeanServer)
                unsafe.getReferenceVolatile(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field));
    }
}
