// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.engine.handler.totals.Functions;
import org.jspecify.annotations.Nullable;

/**
 * The operations behind every switch of the tracer (signal, JMX, attach, API). Every method may be called from any
 * thread at any time, returns without throwing, and never waits for the application.
 */
public interface Tracing {
    /** Starts a recording. Returns one line for the user: what was started and its file, or why nothing was. */
    Reply start();

    /**
     * A person at a terminal, who gets the totals of a stopped recording instead of this process's stderr.
     *
     * @param totals whether the totals are part of the reply
     * @param files receives what becomes of the recording's files
     */
    record Terminal(boolean totals, FileReplies files) {}

    /**
     * Stops the recording; its file is written in the background.
     *
     * @param terminal null if nobody waits for the reply
     * @return one line for the user; several for a person at a terminal
     */
    Reply stop(@Nullable Terminal terminal);

    /** Starts a recording if stopped, or stops it like {@link #stop}. */
    Reply toggle(@Nullable Terminal terminal);

    /** Clears the live totals so far. Returns one line for the user. */
    Reply reset();

    /** Returns the open calls of all threads with their ages, as lines for the user. */
    Reply dump();

    /** Adds a line of text of the calling thread, with the time, to the recording. Does nothing while stopped. */
    void log(String text);

    /**
     * Returns the totals of the current recording, or of the last one while stopped; empty before the first.
     *
     * @throws IllegalStateException if the tracer's thread does not answer
     */
    Functions totals();

    /** Returns the tracer's state and the live totals at one moment. */
    LiveSnapshot snapshot();

    /**
     * Returns the tracer's state and its losses.
     *
     * @param cost whether what tracing has cost is among the counters, for which the times of all threads are read
     */
    TracerStatus status(boolean cost);
}
