// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An importer of a file that contains traces. The traces may be containers again. */
public non-sealed interface ContainerImporter extends TraceImporter {
    /** Opens the container; fails if it cannot be read. */
    Subtraces open(TraceData container) throws IOException;

    /** Returns whether a container of this kind holds exactly one trace, like a compressed file. */
    default boolean holdsOne() {
        return false;
    }

    /** The traces of a container in sequence, as streams: nothing is unpacked to disk or as a whole. */
    interface Subtraces extends Closeable {
        /**
         * Returns the next trace, or null after the last; fails if the container is damaged. The previous trace need
         * not have been read to its end and becomes invalid.
         */
        @Nullable
        TraceData next() throws IOException;

        /** Returns whether the container ended in the middle. */
        boolean cutOff();

        /** Returns the damage that was dropped, each with its place; known when the traces have been read. */
        default List<String> damages() {
            return List.of();
        }
    }
}
