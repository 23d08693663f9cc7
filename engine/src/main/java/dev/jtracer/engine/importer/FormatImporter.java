// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceSource;
import java.io.IOException;

/** An importer of traces of one format. */
public non-sealed interface FormatImporter extends TraceImporter {
    /**
     * Returns a source of the data's events. The data may be read at once or when the source is read. The source closes what
     * it opens.
     *
     * @throws dev.jtracer.engine.event.TraceSyntaxException if the data are not of this format
     * @throws IOException if they cannot be read
     */
    TraceSource open(TraceData data) throws IOException;
}
