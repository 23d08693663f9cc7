// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

/** Receiver of the thread of the live events that follow, and of the time up to which all of them have come. */
public interface LiveOrder {
    /** Names the thread of the next events. */
    void thread(String name);

    /**
     * Promises that no further event is earlier. The last call of a recording has {@link Long#MAX_VALUE}.
     *
     * @param nanos time since the start of the recording
     */
    void noEventsBefore(long nanos);
}
