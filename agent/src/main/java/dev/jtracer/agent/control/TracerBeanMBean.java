// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/** The tracer in JMX, {@code dev.jtracer:type=Tracer}. Its only input is text: no path, class name or expression. */
public interface TracerBeanMBean {
    boolean isRecording();

    /** Returns the tracer's state and its losses; the items are named by the keys of {@link TracerStatus}. */
    CompositeData getStatus();

    /** Returns one row per function: name, count, minMs, averageMs, maxMs, totalMs, selfMs, threw, unfinished. */
    TabularData getTotals();

    /** Starts a recording. Returns one line for the user, as the other commands do. */
    String start();

    String stop();

    String toggle();

    /** Clears the totals so far. */
    String reset();

    /** Removes the tracer from the JVM, in the background; the bean goes with it. */
    void detach();

    /** Adds a line of text to the recording. */
    void log(@Nullable String text);
}
