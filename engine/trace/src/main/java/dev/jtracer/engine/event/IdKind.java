// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** The member that holds an event's id, which determines the scope of its uniqueness. */
public enum IdKind {
    /** The event has no id. */
    NONE,
    /** {@code id}: unique in the whole trace; for counters, objects and contexts within their process. */
    PLAIN,
    /** {@code id2.local}: unique within the process. */
    LOCAL,
    /** {@code id2.global}: unique in the whole trace. */
    GLOBAL
}
