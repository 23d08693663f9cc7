// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/** The choice of the older parts that a {@link RingOfFiles} keeps although newer ones need their room. */
public interface KeptTimes {
    /** Keeps no part but the newest. */
    KeptTimes NEWEST_ONLY = new KeptTimes() {
        @Override
        public boolean isChosen() {
            return false;
        }

        @Override
        public boolean holds(long firstNanos, long lastNanos) {
            return false;
        }

        @Override
        public boolean giveUp(long lastNanos) {
            return false;
        }
    };

    /** Returns whether parts are chosen by time at all. */
    boolean isChosen();

    /** Returns whether a part whose records are of this time must stay. Times count from the recording's start. */
    boolean holds(long firstNanos, long lastNanos);

    /**
     * Gives up part of what is held, because it has become too large.
     *
     * @param lastNanos time of the last record in the older parts
     * @return whether there was something to give up
     */
    boolean giveUp(long lastNanos);
}
