// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How traces are imported.
 *
 * @param importers which importers take part
 * @param limits how much may come out of containers
 * @param order in which order the events of several sources come
 * @param additions called after all events have been read, with a feed through which the caller may add events of its own;
 *     null for none
 */
public record ImportOptions(
        Importers importers,
        ContainerLimits limits,
        Order order,
        @Nullable Consumer<? super EventFeed> additions) {
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
        return new ImportOptions(importers, ContainerLimits.DEFAULT, Order.BY_SOURCE, null);
    }

    /** The same with other limits. */
    public ImportOptions with(ContainerLimits otherLimits) {
        return new ImportOptions(importers, otherLimits, order, additions);
    }

    /** The same in another order. */
    public ImportOptions with(Order otherOrder) {
        return new ImportOptions(importers, limits, otherOrder, additions);
    }

    /** The same with something to do after all events have been read. */
    public ImportOptions withAdditions(Consumer<? super EventFeed> otherAdditions) {
        return new ImportOptions(importers, limits, order, otherAdditions);
    }
}
