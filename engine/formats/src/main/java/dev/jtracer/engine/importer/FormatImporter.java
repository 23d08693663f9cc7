// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An importer of traces of one format. */
public non-sealed interface FormatImporter extends TraceImporter {
    /**
     * Returns a source of the data's events. The data may be read at once or when the source is read. The source
     * closes what it opens.
     *
     * @throws dev.jtracer.engine.event.TraceSyntaxException if the data are not of this format
     */
    TraceSource open(TraceData data) throws IOException;

    /**
     * Returns a source of the events of several files, in any order, if they are successive segments of one recording
     * that this importer reads as a whole; null otherwise. Each file is of this format.
     *
     * @param decoding the thread that decodes the events
     */
    default @Nullable TraceSource join(List<Path> segments, Decoding decoding) throws IOException {
        return null;
    }
}
