// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import jdk.jfr.FlightRecorder;

/** Application whose threads ask JFR without pause, also while the JVM ends. */
public final class JfrUser {
    private static final int THREADS = 4;
    private static final long MILLIS = 50;

    private JfrUser() {}

    /** Starts the threads and ends soon after. */
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            Thread asking = new Thread(JfrUser::ask);
            asking.setDaemon(true);
            asking.start();
        }
        Thread.sleep(MILLIS);
    }

    private static void ask() {
        while (true) {
            FlightRecorder.getFlightRecorder().takeSnapshot().close();
        }
    }
}
