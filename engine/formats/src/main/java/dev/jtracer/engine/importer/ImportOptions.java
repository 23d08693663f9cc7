// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.prefetch.Decoding;

/**
 * The options of an import.
 *
 * @param importers the importers to use
 * @param traceLimits limits on the memory and time of each trace
 * @param alignment how the times of several sources are brought together
 * @param decoding the thread that decodes events
 */
public record ImportOptions(Importers importers, ImportLimits traceLimits, Alignment alignment, Decoding decoding) {
    /** Methods of aligning the times of several sources. */
    public enum Alignment {
        /** By the wall clock of recordings, clocks of one name, and clock syncs. */
        CLOCKS,
        /** All sources start at time 0, regardless of their clocks. Segments of one recording start together. */
        STARTS
    }

    /** Returns options with these importers and the default limits. */
    public static ImportOptions of(Importers importers) {
        return new ImportOptions(importers, ImportLimits.DEFAULT, Alignment.CLOCKS, Decoding.PREFETCH);
    }

    public ImportOptions with(ImportLimits otherLimits) {
        return new ImportOptions(importers, otherLimits, alignment, decoding);
    }

    public ImportOptions with(Alignment otherAlignment) {
        return new ImportOptions(importers, traceLimits, otherAlignment, decoding);
    }

    public ImportOptions with(Decoding otherDecoding) {
        return new ImportOptions(importers, traceLimits, alignment, otherDecoding);
    }
}
