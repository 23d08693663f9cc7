// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.ahead.Decoding;
import dev.jtracer.engine.event.ImportLimits;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of an import.
 *
 * @param importers the importers to use
 * @param limits limits on the contents of containers
 * @param traceLimits limits on the memory and time of each trace
 * @param alignment how the times of several sources are brought together
 * @param order the order of the events of several sources
 * @param decoding the thread that decodes events
 * @param additions called after the last event, with a builder by which the caller may add events; null for none
 */
public record ImportOptions(
        Importers importers,
        ContainerLimits limits,
        ImportLimits traceLimits,
        Alignment alignment,
        Order order,
        Decoding decoding,
        @Nullable Consumer<? super EventBuilder> additions) {
    /** Methods of aligning the times of several sources. */
    public enum Alignment {
        /** By the wall clock of recordings, clocks of one name, and clock syncs. */
        CLOCKS,
        /** All sources start at time 0, regardless of their clocks. Segments of one recording start together. */
        STARTS
    }

    /** Orders of the events of several sources. */
    public enum Order {
        /** Source by source: the fastest order, and sufficient for handlers. */
        BY_SOURCE,
        /**
         * By time: the next event is the earliest of the next events of all sources. Sources are read in parallel, a thread
         * each. Events of one source keep their order, so the whole is in the order of time only if each source is.
         */
        BY_TIME
    }

    /** Returns options with these importers and the default limits, source by source. */
    public static ImportOptions of(Importers importers) {
        return new ImportOptions(
                importers,
                ContainerLimits.DEFAULT,
                ImportLimits.DEFAULT,
                Alignment.CLOCKS,
                Order.BY_SOURCE,
                Decoding.AHEAD,
                null);
    }

    /** Returns these options with other limits on containers. */
    public ImportOptions with(ContainerLimits otherLimits) {
        return new ImportOptions(importers, otherLimits, traceLimits, alignment, order, decoding, additions);
    }

    /** Returns these options with other limits on each trace. */
    public ImportOptions with(ImportLimits otherLimits) {
        return new ImportOptions(importers, limits, otherLimits, alignment, order, decoding, additions);
    }

    /** Returns the same with another alignment. */
    public ImportOptions with(Alignment otherAlignment) {
        return new ImportOptions(importers, limits, traceLimits, otherAlignment, order, decoding, additions);
    }

    /** Returns these options with another order. */
    public ImportOptions with(Order otherOrder) {
        return new ImportOptions(importers, limits, traceLimits, alignment, otherOrder, decoding, additions);
    }

    /** Returns these options with another thread for decoding. */
    public ImportOptions with(Decoding otherDecoding) {
        return new ImportOptions(importers, limits, traceLimits, alignment, order, otherDecoding, additions);
    }

    /** Returns these options with an action after the last event. */
    public ImportOptions withAdditions(Consumer<? super EventBuilder> otherAdditions) {
        return new ImportOptions(importers, limits, traceLimits, alignment, order, decoding, otherAdditions);
    }
}
