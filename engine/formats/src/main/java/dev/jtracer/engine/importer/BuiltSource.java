// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;

/** A trace whose events an {@link EventBuilder} makes and whose tables are the builder's. */
public abstract class BuiltSource implements TraceSource {
    protected final EventBuilder feed;

    /** @param feed delivers the events */
    protected BuiltSource(EventBuilder feed) {
        this.feed = feed;
    }

    @Override
    public final StringTable names() {
        return feed.names();
    }

    @Override
    public final StringTable symbols() {
        return feed.symbols();
    }

    @Override
    public final TrackTable tracks() {
        return feed.tracks();
    }
}
