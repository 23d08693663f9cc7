// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.SlowWindows;
import dev.jtracer.engine.prefetch.Decoding;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.WindowSequence;
import java.io.IOException;
import java.util.List;

/**
 * The events that the trace of a recording has: of a recording of slow calls, those of its retained windows. Closes
 * the converter when they have been read.
 */
final class ImportedRecording extends ForwardingSource {
    private final Converter converter;

    ImportedRecording(Converter converter, Decoding decoding) {
        super(events(converter, decoding));
        this.converter = converter;
    }

    private static TraceSource events(Converter converter, Decoding decoding) {
        EventBuilder feed = new EventBuilder(ImportLimits.DEFAULT);
        RecordingSource all = new RecordingSource(converter, feed, null, decoding);
        SlowWindows slow = converter.slow();
        if (slow == null) {
            return all;
        }
        List<WindowSequence.Part> parts = slow.windows().stream()
                .map(window -> new WindowSequence.Part(cut(window), RecordingSource.ofWindow(converter, feed, window)))
                .toList();
        return new WindowSequence(all, parts);
    }

    /** Returns the window of time of a retained window. */
    static CutWindow cut(RetainedWindow window) {
        return new CutWindow(window.fromNanos(), window.toNanos());
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        try (converter) {
            return original().read(consumer);
        }
    }
}
