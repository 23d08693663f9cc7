// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.Track;

/** Takes what comes out of the sources of a trace put together. */
interface EventSink {
    /**
     * Takes an event.
     *
     * @param event the source's view, valid during the call
     * @param track the event's track in its source
     * @param translation how the source's events become those of the whole
     */
    void event(TraceEvent event, Track track, MergedEvent translation);

    /** A source has been read to its end: its tracks have the names that it knows, and its stack frames are complete. */
    void sourceEnd(TraceSource source, MergedEvent translation);
}
