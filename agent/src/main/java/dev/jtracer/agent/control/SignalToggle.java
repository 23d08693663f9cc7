// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.config.OptionException;
import jdk.internal.misc.Signal;

/** A signal that starts and stops the recording. */
public final class SignalToggle {
    /* -Xrs is found by the missing thread instead of by the JVM's arguments, because those are only to be had through
     * JMX, which must not be touched before the application's main. With -Xrs registering succeeds and no signal ever
     * comes (measured on 17 and 25).
     *
     * The JDK's own Signal, exported to the agent's loader by Launcher: sun.misc.Signal is a shell around it whose
     * module, jdk.unsupported, is missing from many small run-time images. */

    private static final String DISPATCHER = "Signal Dispatcher";

    private SignalToggle() {}

    /**
     * Calls the toggle at every such signal.
     *
     * @param name the signal without {@code SIG}, one that {@code ToggleSignals} lets pass
     * @param toggle runs on a thread that the JVM makes for each signal; it only has to hand the work to the tracer's
     *     own thread
     * @throws OptionException when that signal does not reach this JVM; tracing works without it
     */
    public static void install(String name, Runnable toggle) throws OptionException {
        if (!hasDispatcher()) {
            throw new OptionException("signal '" + name + "' never arrives because the JVM runs with -Xrs; switch with"
                    + " java -jar tracer.jar toggle PID, or leave -Xrs out");
        }
        try {
            // No lambda: the first one in a JVM costs its start-up several milliseconds.
            Signal.handle(new Signal(name), new Signal.Handler() {
                @Override
                public void handle(Signal signal) {
                    toggle.run();
                }
            });
        } catch (IllegalArgumentException unknownOrTaken) {
            throw new OptionException("signal '" + name + "' is not one that this JVM can handle ("
                    + unknownOrTaken.getMessage() + "); use signal=URG or signal=off");
        }
    }

    private static boolean hasDispatcher() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root != null && root.getParent() != null) {
            root = root.getParent();
        }
        if (root == null) {
            return true;
        }
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
