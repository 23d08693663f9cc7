// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.io.IOException;

/** A trace that can be read once, event by event. */
public interface TraceSource {
    /** Returns the names of the events. The table grows during reading. */
    StringTable names();

    /** Returns the categories and ids of the events. The table grows during reading. */
    StringTable symbols();

    /** Returns the tracks of the events. The table grows during reading. */
    TrackTable tracks();

    /**
     * Returns the stack frames that events name in {@code sf} and {@code esf}. The table grows during reading and is
     * empty in most traces.
     */
    default StackFrames stackFrames() {
        return StackFrames.NONE;
    }

    /**
     * Returns the part of the source that has been read: 0 to 1, or NaN if not known. Called on the consumer's
     * thread, between two events.
     */
    default double progress() {
        return Double.NaN;
    }

    /**
     * Reads the trace, or as much of it as its consumer needs.
     *
     * @param consumer takes each event in the order of the source
     * @return the report on the trace as a whole and on the quality of the data
     * @throws TraceSyntaxException if this is no trace, or its text is damaged before its end; the events before the
     *     damage have been delivered
     * @throws IOException if reading fails
     */
    ImportReport read(EventConsumer consumer) throws IOException;
}
