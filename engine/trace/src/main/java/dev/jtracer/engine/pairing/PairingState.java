// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** The pairing of a trace's begins and ends so far. */
public interface PairingState {
    /** The state before the first event. */
    PairingState EMPTY = new PairingState() {
        @Override
        public PairingCounts counts() {
            return PairingCounts.NONE;
        }

        @Override
        public int open(int track) {
            return 0;
        }
    };

    /**
     * Returns the counts of unpaired begins and ends. Those of spans on threads are known at the end of the trace.
     */
    PairingCounts counts();

    /**
     * Returns the number of open spans of a track, without those of an event that handlers take at the moment.
     *
     * @param track the index of an async track
     */
    int open(int track);
}
