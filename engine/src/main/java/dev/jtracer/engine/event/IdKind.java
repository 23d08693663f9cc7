// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** Where an event's id comes from, which decides within what it is unique. */
public enum IdKind {
    /** The event has no id. */
    NONE,
    /** {@code id}: unique in the whole trace; of counters, objects and contexts within their process. */
    PLAIN,
    /** {@code id2.local}: unique within the process. */
    LOCAL,
    /** {@code id2.global}: unique in the whole trace. */
    GLOBAL
}
