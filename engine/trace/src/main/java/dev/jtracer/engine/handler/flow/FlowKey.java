// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Comparator;

/**
 * The key that the {@code s}, {@code t} and {@code f} of one flow share. Comparable, so that maps are fast even if a
 * hostile file gives many keys the same hash.
 *
 * @param localTo the process that the id is local to; 0 if the id is global
 */
public record FlowKey(int categoryIndex, int nameIndex, String id, String scope, long localTo)
        implements Comparable<FlowKey> {
    private static final Comparator<FlowKey> ORDER = Comparator.comparing(FlowKey::id)
            .thenComparing(FlowKey::scope)
            .thenComparingInt(FlowKey::categoryIndex)
            .thenComparingInt(FlowKey::nameIndex)
            .thenComparingLong(FlowKey::localTo);

    /** Returns the key of a flow event. */
    public static FlowKey of(TraceEvent event) {
        return new FlowKey(
                event.categoryIndex(),
                event.nameIndex(),
                event.id(),
                event.scope(),
                event.idKind() == IdKind.LOCAL ? event.pid() : 0);
    }

    @Override
    public int compareTo(FlowKey other) {
        return ORDER.compare(this, other);
    }
}
