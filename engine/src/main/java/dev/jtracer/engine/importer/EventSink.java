// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.Track;

/** A consumer of the events of a merged trace's sources. */
interface EventSink {
    /**
     * Takes an event.
     *
     * @param event the source's view, valid during the call
     * @param track the event's track in its source
     * @param translation the conversion of the source's events to those of the merged trace
     */
    void event(TraceEvent event, Track track, MergedEvent translation);

    /** Takes the end of a source, where the names of its tracks and its stack frames are complete. */
    void sourceEnd(TraceSource source, MergedEvent translation);
}
