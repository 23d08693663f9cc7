// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/** The choice of the older parts that a {@link RingOfFiles} retains although newer ones need their room. */
public interface RetainedTimes {
    /** Returns whether a part whose records are of this time must stay. Times count from the recording's start. */
    boolean holds(long firstNanos, long lastNanos);

    /**
     * Drops part of what is held, because it has become too large. Returns whether there was something to drop.
     * {@code lastNanos} is the time of the last record in the older parts.
     */
    boolean drop(long lastNanos);
}
