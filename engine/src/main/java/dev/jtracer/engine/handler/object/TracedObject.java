// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import dev.jtracer.engine.event.Args;
import java.util.List;
import java.util.Optional;

/**
 * An object of the traced program, from its creation to its deletion. Immutable.
 *
 * @param id what names it; after its deletion another object may have the same id
 * @param category category of the event that it is first known from, or what a snapshot puts in its place
 * @param name name of its type
 * @param baseType name of the type that decides what its snapshots look like; most often that of the type itself
 * @param createdNanos when it was created; if the trace does not tell, when it was first seen
 * @param creationTraced whether its creation is in the trace
 * @param deletedNanos when it was deleted; if the trace does not tell, the end of the trace
 * @param deletionTraced whether its deletion is in the trace
 * @param snapshots what it looked like, in the order of time
 */
public record TracedObject(
        ObjectId id,
        String category,
        String name,
        String baseType,
        long createdNanos,
        boolean creationTraced,
        long deletedNanos,
        boolean deletionTraced,
        List<Snapshot> snapshots) {
    public TracedObject {
        snapshots = List.copyOf(snapshots);
    }

    /**
     * What an object looked like from a time on.
     *
     * @param implicit whether it was found within the snapshot of another object
     * @param content its members
     */
    public record Snapshot(long tsNanos, boolean implicit, Args content) {}

    /** Whether it can have existed at a time, when nothing is known of others with its id. */
    boolean aliveAt(long nanos) {
        return (nanos >= createdNanos || !creationTraced) && (nanos < deletedNanos || !deletionTraced);
    }

    /**
     * Returns what it looked like at a time: its last snapshot until then, or its first if it was not seen being created. Empty when
     * it did not exist or had no snapshot yet.
     */
    public Optional<Snapshot> snapshotAt(long nanos) {
        if (snapshots.isEmpty() || !aliveAt(nanos)) {
            return Optional.empty();
        }
        int last = lastNotAfter(nanos);
        if (last < 0) {
            return creationTraced ? Optional.empty() : Optional.of(snapshots.get(0));
        }
        return Optional.of(snapshots.get(last));
    }

    private int lastNotAfter(long nanos) {
        int low = 0;
        int high = snapshots.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (snapshots.get(middle).tsNanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}
