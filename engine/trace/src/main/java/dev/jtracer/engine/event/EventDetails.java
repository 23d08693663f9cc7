// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** The details of an event where its source read them, which become objects only when they are asked for. */
public interface EventDetails {
    /** Returns whether there are neither arguments nor other fields. */
    boolean isEmpty();

    /** Returns the {@link TraceEvent#args}. */
    Args args();

    /** Returns the {@link TraceEvent#otherFields}. */
    Args otherFields();
}
