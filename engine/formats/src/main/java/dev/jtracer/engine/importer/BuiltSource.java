// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;

/**
 * A trace whose tables are those of what makes its events.
 *
 * @param <T> makes them, for instance an {@link EventBuilder}
 */
public abstract class BuiltSource<T extends UnifiedTables> implements TraceSource {
    protected final T feed;

    /** @param feed delivers the events */
    protected BuiltSource(T feed) {
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

    @Override
    public final StackFrames stackFrames() {
        return feed.stackFrames();
    }
}
