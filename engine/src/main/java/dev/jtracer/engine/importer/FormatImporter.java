// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceSource;
import java.io.IOException;

/** Reads traces of one format. */
public non-sealed interface FormatImporter extends TraceImporter {
    /**
     * Returns a source of the data's events. It may read the data at once or when it is read itself; it closes what it opens.
     *
     * @throws dev.jtracer.engine.event.TraceSyntaxException if the data are not of this format after all
     * @throws IOException if they cannot be read
     */
    TraceSource open(TraceData data) throws IOException;
}
