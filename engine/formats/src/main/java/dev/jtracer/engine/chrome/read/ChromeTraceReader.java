// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;
import java.io.InputStream;

/**
 * A reader of traces in Chrome's JSON format: a list of events, or an object with the list in {@code traceEvents}.
 *
 * <p>Reads as a stream; memory grows with the different names and ids up to {@link ImportLimits}, not with the
 * events. A missing {@code ]}, an extra comma and an end in the middle of an event are no errors: all complete events
 * are delivered. Invalid events are dropped and counted.
 */
public final class ChromeTraceReader implements TraceSource {
    private final String source;
    private final InputStream in;
    private final ImportLimits limits;
    private final boolean scanning;
    private final boolean prefetch;
    private final StringTable names = new StringTable();
    private final StringTable symbols = new StringTable();
    private final TrackTable tracks;
    private final StackFrames stackFrames;

    /** Creates a reader of a stream, which {@link #read} closes; messages name it by {@code source}. */
    public ChromeTraceReader(String source, InputStream in) {
        this(source, in, ImportLimits.DEFAULT);
    }

    /** Creates a reader of a stream, which {@link #read} closes, with limits. */
    public ChromeTraceReader(String source, InputStream in, ImportLimits limits) {
        this(source, in, limits, true, false);
    }

    /**
     * @param scanning whether events of the usual form are read without the parser, with the same result
     * @param prefetch whether to read a large trace on a thread of its own, while the consumer runs on the caller's
     */
    ChromeTraceReader(String source, InputStream in, ImportLimits limits, boolean scanning, boolean prefetch) {
        this.source = source;
        this.in = in;
        this.limits = limits;
        this.scanning = scanning;
        this.prefetch = prefetch;
        this.tracks = new TrackTable(limits.maxTracks());
        this.stackFrames = new StackFrames(limits.maxIds(), limits.maxTextBytes());
    }

    @Override
    public StringTable names() {
        return names;
    }

    @Override
    public StringTable symbols() {
        return symbols;
    }

    @Override
    public TrackTable tracks() {
        return tracks;
    }

    @Override
    public StackFrames stackFrames() {
        return stackFrames;
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        EventAssembler assembler = new EventAssembler(names, symbols, tracks, limits);
        return new TraceReading(source, limits, assembler, stackFrames, consumer, scanning, prefetch).read(in);
    }
}
