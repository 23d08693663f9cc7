// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.EventConsumer;

/**
 * A consumer of events that also takes the begins and ends of calls in columns. A source with very many calls may
 * pass them in this form while {@link #takesCalls}; the order of events and records is that of the events alone.
 */
public interface CallConsumer extends EventConsumer {
    /**
     * Returns whether {@link #calls} may be called instead of {@link #accept} with an event for each record. May
     * become true while a source is read, but not false.
     */
    boolean takesCalls();

    /** Takes records, each for an event {@code b} or {@code e} without details. They are valid during the call. */
    void calls(CallRecords records);
}
