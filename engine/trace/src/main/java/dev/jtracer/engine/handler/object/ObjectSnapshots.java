// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The objects of a trace. Immutable.
 *
 * @param objects the objects, those of one id in the order of time
 * @param problems number of occurrences of each problem that occurred
 */
public record ObjectSnapshots(List<TracedObject> objects, Map<Problem, Long> problems) {
    public ObjectSnapshots {
        objects = List.copyOf(objects);
        problems = Collections.unmodifiableMap(new TreeMap<>(problems));
    }

    /**
     * An object of the traced program, from its creation to its deletion.
     *
     * @param type name of its type
     * @param createdNanos time of its creation; if not in the trace, of its first event
     * @param deletedNanos time of its deletion; if not in the trace, the end of the trace
     * @param deletionTraced whether its deletion is in the trace
     * @param snapshots number of its states that are known
     */
    public record TracedObject(
            String type, long createdNanos, long deletedNanos, boolean deletionTraced, long snapshots) {}

    /** Problems of the events of an object. */
    public enum Problem {
        /** An event has no id; ignored. */
        MISSING_ID,
        /** A snapshot has no content; ignored. */
        MISSING_SNAPSHOT,
        /** The content of a snapshot has an id, which only objects within it may have; its members are used. */
        ID_IN_SNAPSHOT,
        /** A snapshot overrides its category or base type with a value that is no text; ignored. */
        BAD_OVERRIDE,
        /** An object has two snapshots of one time; the second is ignored. */
        SECOND_SNAPSHOT_AT_ONE_TIME,
        /** An object that has a snapshot is created, without a deletion in between; it stays the same object. */
        SNAPSHOT_BEFORE_CREATION,
        /** An object that exists is created again; it stays the same object. */
        CREATED_TWICE,
        /** A deleted object is unknown or was already deleted; it counts as existing until this deletion. */
        DELETED_BEFORE_CREATION,
        /** An event of an object has another category than the first; used all the same. */
        CATEGORY_CHANGED,
        /** An event of an object has another name than the first; used all the same. */
        NAME_CHANGED,
        /** A snapshot has another base type than the first; used all the same. */
        BASE_TYPE_CHANGED
    }
}
