// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import java.util.Comparator;

/**
 * The identity of an object: as in catapult, an address within a scope, within a process unless the id is global.
 *
 * @param pid process; {@link #ALL_PROCESSES} for a global id
 * @param scope scope of the id; {@link #DEFAULT_SCOPE} if the trace names none
 * @param id the id as text
 */
public record ObjectId(long pid, String scope, String id) implements Comparable<ObjectId> {
    /** The process number of ids that all processes share. No real process has it. */
    public static final long ALL_PROCESSES = Long.MIN_VALUE;
    /** The scope of ids that are memory addresses. */
    public static final String DEFAULT_SCOPE = "ptr";

    private static final Comparator<ObjectId> ORDER = Comparator.comparingLong(ObjectId::pid)
            .thenComparing(ObjectId::scope)
            .thenComparing(ObjectId::id);

    /** Orders by process, scope and id, so that maps are fast even if a hostile file gives many ids the same hash. */
    @Override
    public int compareTo(ObjectId other) {
        return ORDER.compare(this, other);
    }
}
