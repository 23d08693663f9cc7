// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import dev.jtracer.engine.event.Args;
import java.util.List;
import java.util.Optional;

/**
 * An object of the traced program, from its creation to its deletion. Immutable.
 *
 * @param id its id, which another object may have after its deletion
 * @param category category of its first event, or a snapshot's replacement for it
 * @param name name of its type
 * @param baseType name of the type that determines the form of its snapshots; most often that of the type itself
 * @param createdNanos time of its creation; if not in the trace, of its first event
 * @param creationTraced whether its creation is in the trace
 * @param deletedNanos time of its deletion; if not in the trace, the end of the trace
 * @param deletionTraced whether its deletion is in the trace
 * @param snapshots its states, in the order of time
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
     * The state of an object from a time on.
     *
     * @param implicit whether it was found within the snapshot of another object
     * @param content its members
     */
    public record Snapshot(long tsNanos, boolean implicit, Args content) {}

    /** Returns whether it can have existed at a time, regardless of other objects with its id. */
    boolean aliveAt(long nanos) {
        return (nanos >= createdNanos || !creationTraced) && (nanos < deletedNanos || !deletionTraced);
    }

    /**
     * Returns its state at a time: its last snapshot until then, or its first if its creation is not in the trace. Empty if
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
