// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/**
 * The tracer in JMX, {@code dev.jtracer:type=Tracer}. Takes nothing from outside but a line of text: no path, no class
 * name, no expression.
 */
public interface TracerBeanMBean {
    boolean isRecording();

    /** What the tracer is doing and what it has lost; the items are named as in {@link TracerStatus}. */
    CompositeData getStatus();

    /** One row per function: name, count, minMs, averageMs, maxMs, totalMs, selfMs, threw, unfinished. */
    TabularData getTotals();

    /** Starts a recording. Returns one line for the user, as do the others. */
    String start();

    String stop();

    String toggle();

    /** Forgets the totals so far. */
    String reset();

    /** Puts a line of text into the recording. */
    void log(@Nullable String text);
}
