// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.jtr.SlowWindows;
import dev.jtracer.engine.prefetch.Decoding;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.WindowSequence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Importer of this tracer's recordings, also those of killed JVMs, with their older files and their spool. */
public final class RecordingImporter implements FormatImporter {
    @Override
    public String name() {
        return "jtracer recording";
    }

    @Override
    public boolean canImport(TraceData data) throws IOException {
        byte[] head = data.head();
        return head.length >= Long.BYTES
                && RecordingFormat.isRecording(ByteBuffer.wrap(head).getLong());
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        Path file = data.file();
        if (file == null) {
            throw new RecordingException("'" + data.name()
                    + "' is a recording within another file; unpack it, with the files that belong to it");
        }
        data.close();
        return new ImportedRecording(new Converter(file), data.decoding());
    }

    @Override
    public @Nullable TraceSource join(List<Path> segments, Decoding decoding) throws IOException {
        List<Path> files = RecordingFinder.inOrder(segments);
        return files == null ? null : new ImportedRecording(new Converter(files), decoding);
    }

    /**
     * The events that the trace of a recording has: of a recording of slow calls, those of its retained windows.
     * Closes the converter when they have been read.
     */
    private static final class ImportedRecording extends ForwardingSource {
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
                    .map(window -> new WindowSequence.Part(
                            new CutWindow(window.fromNanos(), window.toNanos()),
                            RecordingSource.ofWindow(converter, feed, window)))
                    .toList();
            return new WindowSequence(all, parts);
        }

        @Override
        public ImportReport read(EventConsumer consumer) throws IOException {
            try (converter) {
                return original().read(consumer);
            }
        }
    }
}
