// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

import java.util.concurrent.locks.LockSupport;

/**
 * Starts and stops recordings. Does nothing without the agent, or unless the system property {@code hazard.switch} is
 * set.
 */
public final class Switch {
    private static final String MODE = System.getProperty("hazard.switch", "no");
    private static final long PAUSE_NANOS = 10_000_000;

    private Switch() {}

    /** Starts a recording if there is none. */
    public static void on() {
        tracer("start");
    }

    /** Stops the recording, if there is one. */
    public static void off() {
        tracer("stop");
    }

    /** With {@code hazard.switch=always} switches until the program ends. */
    public static void flipAllTheTime() {
        if (!MODE.equals("always")) {
            return;
        }
        Thread flipping = new Thread(Switch::flip, "flipping");
        flipping.setDaemon(true);
        flipping.start();
    }

    private static void flip() {
        while (true) {
            on();
            LockSupport.parkNanos(PAUSE_NANOS);
            off();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static void tracer(String command) {
        if (MODE.equals("no")) {
            return;
        }
        try {
            Class.forName("dev.jtracer.Tracer").getMethod(command).invoke(null);
        } catch (ClassNotFoundException untraced) {
            return; // the same program without the agent
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
