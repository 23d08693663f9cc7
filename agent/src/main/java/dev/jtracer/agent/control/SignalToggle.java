// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.thread.TracerThreads;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.misc.Signal;

/** Handler of the signal that starts and stops the recording. */
public final class SignalToggle implements Signal.Handler, Runnable {
    /* The JVM creates a thread for each signal, and a toggle takes as long as the disk does: 1,200 signals left 1,200
     * threads that waited for each other. The signal's thread therefore only sets a flag for one thread of the
     * tracer. Signals that arrive during a toggle count as one, as pending signals of the system do.
     *
     * A missing dispatcher thread reveals -Xrs. The JVM's arguments are available only through JMX, which must not be
     * touched before the application's main. With -Xrs a registration succeeds and no signal ever arrives (measured
     * on 17 and 25).
     *
     * This is the JDK's internal Signal, exported to the agent's loader by Launcher: sun.misc.Signal is a wrapper
     * whose module, jdk.unsupported, is missing from many small run-time images. */

    private static final String DISPATCHER = "Signal Dispatcher";

    private final TracerThreads threads;
    private final Signal signal;
    private final Runnable toggle;
    private final Thread thread;
    private volatile boolean arrived;
    private Signal.Handler previous = Signal.Handler.SIG_DFL;

    private SignalToggle(TracerThreads threads, Signal signal, Runnable toggle) {
        this.threads = threads;
        this.signal = signal;
        this.toggle = toggle;
        this.thread = threads.create("jtracer-signal", this);
    }

    /**
     * Installs a handler that toggles at each of these signals.
     *
     * @param name the signal without {@code SIG}, accepted by {@code ToggleSignals}
     * @param toggle runs on a thread of the tracer, once for the signals that came since it last began
     * @return the handler
     * @throws OptionException if that signal does not reach this JVM; tracing works without it
     */
    public static SignalToggle install(String name, TracerThreads threads, Runnable toggle) throws OptionException {
        if (!hasDispatcher()) {
            throw new OptionException("signal '" + name + "' never arrives because the JVM runs with -Xrs; switch with"
                    + " java -jar tracer.jar toggle PID, or omit -Xrs");
        }
        SignalToggle handler;
        try {
            Signal signal = new Signal(name);
            handler = new SignalToggle(threads, signal, toggle);
            handler.previous = Signal.handle(signal, handler);
        } catch (IllegalArgumentException unknownOrTaken) {
            throw new OptionException("signal '" + name + "' is not one that this JVM can handle ("
                    + unknownOrTaken.getMessage() + "); use signal=URG or signal=off");
        }
        handler.thread.start();
        return handler;
    }

    /** Gives the signal back to its previous handler, unless the application has set another one since. */
    public void uninstall() {
        Signal.Handler present = Signal.handle(signal, this);
        Signal.handle(signal, present == this ? previous : present);
    }

    @Override
    public void handle(Signal signal) {
        arrived = true;
        LockSupport.unpark(thread);
    }

    /** Toggles at each signal. */
    @Override
    public void run() {
        while (!threads.areEnding()) {
            if (!arrived) {
                LockSupport.park(this);
                // With the interrupt flag set, every pause would return at once.
                Thread.interrupted();
                continue;
            }
            arrived = false;
            try {
                toggle.run();
            } catch (Throwable outOfMemory) {
                // The application's heap is full; the user sees no line and sends the signal again.
            }
        }
    }

    private static boolean hasDispatcher() {
        ThreadGroup root = TracerThreads.rootGroup();
        Thread[] threads = new Thread[root.activeCount() + 16];
        int count = root.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i].getName().equals(DISPATCHER)) {
                return true;
            }
        }
        return false;
    }
}
