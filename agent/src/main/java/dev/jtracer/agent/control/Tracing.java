// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.engine.handler.totals.Functions;

/**
 * What every switch of the tracer (signal, JMX, attach, API) works on. Every method may be called from any thread at
 * any time, returns without throwing, and never waits for the application.
 */
public interface Tracing {
    /**
     * Starts a recording.
     *
     * @return one line for the user: what was started and where it goes, or why nothing was
     */
    String start();

    /**
     * Stops the recording; its file is written in the background.
     *
     * @return one line for the user
     */
    String stop();

    /** Starts when stopped, stops when recording. Returns one line for the user. */
    String toggle();

    /** Forgets the live totals so far. Returns one line for the user. */
    String reset();

    /** Puts a line of text into the recording, at the calling thread's time. Does nothing while stopped. */
    void log(String text);

    /** Marks this moment of the calling thread by a name. */
    default void mark(String name) {
        log(name);
    }

    /** Begins a stretch of the calling thread that {@link #end} of the same name closes. */
    default void begin(String name) {
        log(name + " begins");
    }

    /** Ends the innermost stretch of that name on the calling thread. */
    default void end(String name) {
        log(name + " ends");
    }

    /** The totals of the current recording, or of the last one while stopped; empty before the first. */
    Functions totals();

    /** What the tracer is doing and what it has lost. */
    TracerStatus status();
}
