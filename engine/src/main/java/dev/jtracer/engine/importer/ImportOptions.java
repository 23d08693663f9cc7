// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportLimits;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How traces are imported.
 *
 * @param importers which importers take part
 * @param limits how much may come out of containers
 * @param traceLimits how much memory and time each trace may take
 * @param alignment how the times of several sources are brought together
 * @param order in which order the events of several sources come
 * @param additions called after all events have been read, with a feed through which the caller may add events of its own;
 *     null for none
 */
public record ImportOptions(
        Importers importers,
        ContainerLimits limits,
        ImportLimits traceLimits,
        Alignment alignment,
        Order order,
        @Nullable Consumer<? super EventBuilder> additions) {
    /** How the times of several sources are brought together. */
    public enum Alignment {
        /** By the wall clock of recordings, clocks of one name, and clock syncs. */
        CLOCKS,
        /** All sources start at time 0, whatever their clocks. Segments of one recording start together. */
        STARTS
    }

    /** In which order the events of several sources come. */
    public enum Order {
        /** One source after the other: the fastest, and all that handlers need. */
        BY_SOURCE,
        /**
         * The next event is the earliest of those that come next in their sources. Sources are read side by side, a thread
         * each. Events of one source keep their order, so the whole is in order of time only if each source is.
         */
        BY_TIME
    }

    /** With these importers, the default limits, and one source after the other. */
    public static ImportOptions of(Importers importers) {
        return new ImportOptions(
                importers, ContainerLimits.DEFAULT, ImportLimits.DEFAULT, Alignment.CLOCKS, Order.BY_SOURCE, null);
    }

    /** Returns the same with other limits on containers. */
    public ImportOptions with(ContainerLimits otherLimits) {
        return new ImportOptions(importers, otherLimits, traceLimits, alignment, order, additions);
    }

    /** Returns the same with other limits on each trace. */
    public ImportOptions with(ImportLimits otherLimits) {
        return new ImportOptions(importers, limits, otherLimits, alignment, order, additions);
    }

    /** Returns the same with another alignment. */
    public ImportOptions with(Alignment otherAlignment) {
        return new ImportOptions(importers, limits, traceLimits, otherAlignment, order, additions);
    }

    /** Returns the same in another order. */
    public ImportOptions with(Order otherOrder) {
        return new ImportOptions(importers, limits, traceLimits, alignment, otherOrder, additions);
    }

    /** Returns the same with something to do after all events have been read. */
    public ImportOptions withAdditions(Consumer<? super EventBuilder> otherAdditions) {
        return new ImportOptions(importers, limits, traceLimits, alignment, order, otherAdditions);
    }
}
