// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes traces out of a file that holds others. What it hands out may be a container again. */
public non-sealed interface ContainerImporter extends TraceImporter {
    /**
     * Opens the container.
     *
     * @throws IOException if it cannot be read
     */
    Subtraces open(TraceData container) throws IOException;

    /** Whether a container of this kind holds exactly one trace, as a compressed file does. */
    default boolean holdsOne() {
        return false;
    }

    /** The traces of a container, one after the other, as streams: nothing is unpacked to disk or as a whole. */
    interface Subtraces extends Closeable {
        /**
         * Returns the next trace, or null after the last. The one before it need not have been read to its end and is no longer
         * valid.
         *
         * @throws IOException if the container is damaged
         */
        @Nullable
        TraceData next() throws IOException;

        /** Whether the container ended in the middle. */
        boolean cutOff();
    }
}
