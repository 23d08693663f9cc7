// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.FormatProbe;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.prefetch.Decoding;
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
    public boolean canImport(FormatProbe probe) throws IOException {
        byte[] head = probe.head();
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
}
