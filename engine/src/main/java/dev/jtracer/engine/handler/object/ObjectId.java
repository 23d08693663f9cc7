// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import java.util.Comparator;

/**
 * What names an object: as in catapult its address within a scope, and that within a process unless the id is global.
 *
 * @param pid process; {@link #ALL_PROCESSES} of a global id
 * @param scope scope of the id; {@link #DEFAULT_SCOPE} when the trace names none
 * @param id the id as text
 */
public record ObjectId(long pid, String scope, String id) implements Comparable<ObjectId> {
    /** Stands for the process of an id that all processes share. No real process has it. */
    public static final long ALL_PROCESSES = Long.MIN_VALUE;
    /** The scope of ids that are memory addresses. */
    public static final String DEFAULT_SCOPE = "ptr";

    private static final Comparator<ObjectId> ORDER = Comparator.comparingLong(ObjectId::pid)
            .thenComparing(ObjectId::scope)
            .thenComparing(ObjectId::id);

    /** By process, scope and id. Maps of ids are fast for it even if a hostile file gives many the same hash. */
    @Override
    public int compareTo(ObjectId other) {
        return ORDER.compare(this, other);
    }
}
