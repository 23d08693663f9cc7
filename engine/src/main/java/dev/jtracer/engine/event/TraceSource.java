// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.io.IOException;
import java.util.function.Consumer;

/** A trace that can be read once, event by event. */
public interface TraceSource {
    /** Names of the events; grows while they are read. */
    StringTable names();

    /** Categories and ids of the events; grows while they are read. */
    StringTable symbols();

    /** Tracks of the events; grows while they are read. */
    TrackTable tracks();

    /** Stack frames that events name in {@code sf} and {@code esf}; grow while the trace is read. Empty in most traces. */
    default StackFrames stackFrames() {
        return StackFrames.NONE;
    }

    /**
     * Returns how much of the source has been read: 0 to 1, or NaN when that is not known. Asked on the reading thread, between two
     * events.
     */
    default double progress() {
        return Double.NaN;
    }

    /**
     * Reads the trace.
     *
     * @param consumer takes each event in the order of the source; the view is valid during the call
     * @return what the source says about the trace as a whole, and about the quality of the data
     * @throws TraceSyntaxException if this is no trace, or its text is broken before its end; the events before the fault
     *     have been delivered
     * @throws IOException if reading fails
     */
    ImportReport read(Consumer<? super TraceEvent> consumer) throws IOException;
}
