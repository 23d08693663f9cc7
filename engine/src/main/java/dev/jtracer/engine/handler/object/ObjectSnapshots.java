// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import dev.jtracer.engine.event.Args;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a trace and their states. References between them are resolved at the first access, so
 * objects may refer to each other in circles. Immutable.
 */
public final class ObjectSnapshots {
    /** The objects of a trace without any. */
    public static final ObjectSnapshots EMPTY = new ObjectSnapshots(Map.of(), null, Map.of());

    /** The value of {@code pid_ref} for the process of the browser. */
    private static final long BROWSER = -1;

    private final Map<ObjectId, List<TracedObject>> livesById;
    private final @Nullable Long browserPid;
    private final Map<Problem, Long> problems;

    ObjectSnapshots(
            Map<ObjectId, List<TracedObject>> livesById, @Nullable Long browserPid, Map<Problem, Long> problems) {
        Map<ObjectId, List<TracedObject>> lives = new LinkedHashMap<>();
        livesById.forEach((id, objects) -> lives.put(id, List.copyOf(objects)));
        Map<Problem, Long> ordered = new EnumMap<>(Problem.class);
        ordered.putAll(problems);
        this.livesById = Collections.unmodifiableMap(lives);
        this.browserPid = browserPid;
        this.problems = Collections.unmodifiableMap(ordered);
    }

    /** Problems of the events of an object. */
    public enum Problem {
        /** An event has no id; ignored. */
        MISSING_ID,
        /** A snapshot has no content; ignored. */
        MISSING_SNAPSHOT,
        /** The content of a snapshot has an id, which only objects within it may have; its members are kept. */
        ID_IN_SNAPSHOT,
        /** A snapshot overrides its category or base type with a value that is no text; ignored. */
        BAD_OVERRIDE,
        /** An object has two snapshots of one time; the second is ignored. */
        SECOND_SNAPSHOT_AT_ONE_TIME,
        /** An object that has a snapshot is created afterwards, without a deletion in between; it stays the same object. */
        SNAPSHOT_BEFORE_CREATION,
        /** An object that exists is created again; it stays the same object. */
        CREATED_TWICE,
        /** A deleted object is unknown or was already deleted; it counts as existing until this deletion. */
        DELETED_BEFORE_CREATION,
        /** An event of an object has another category than the first; kept. */
        CATEGORY_CHANGED,
        /** An event of an object has another name than the first; kept. */
        NAME_CHANGED,
        /** A snapshot has another base type than the first; kept. */
        BASE_TYPE_CHANGED
    }

    /** Returns all objects, grouped by id, those of one id in the order of time. */
    public List<TracedObject> objects() {
        List<TracedObject> all = new ArrayList<>();
        livesById.values().forEach(all::addAll);
        return all;
    }

    /** Returns the number of occurrences of each problem that occurred. */
    public Map<Problem, Long> problems() {
        return problems;
    }

    /** Returns the object that had an id at a time. */
    public Optional<TracedObject> objectAt(ObjectId id, long nanos) {
        List<TracedObject> lives = livesById.getOrDefault(id, List.of());
        int low = 0;
        int high = lives.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lives.get(middle).createdNanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // Before their first events, only the first object can have existed, if its creation was not recorded.
        int candidate = Math.max(0, low - 1);
        return candidate < lives.size() && lives.get(candidate).aliveAt(nanos)
                ? Optional.of(lives.get(candidate))
                : Optional.empty();
    }

    /** Returns the snapshot at a time of the object that had an id then. */
    public Optional<TracedObject.Snapshot> snapshotAt(ObjectId id, long nanos) {
        return objectAt(id, nanos).flatMap(object -> object.snapshotAt(nanos));
    }

    /**
     * Resolves a reference in the arguments of an event or in a snapshot.
     *
     * @param pid process of the event
     * @param reference an object with {@code id_ref} and, if need be, {@code scope} and {@code pid_ref}; or one within a
     *     snapshot with an {@code id} of the form {@code TYPE/ID}
     * @param atNanos time of the event, or of the snapshot
     */
    public Optional<TracedObject.Snapshot> resolve(long pid, Args reference, long atNanos) {
        return referredObject(pid, reference, atNanos).flatMap(object -> object.snapshotAt(atNanos));
    }

    /**
     * Returns the object that a reference denotes, if {@link TracedObject#snapshotAt} returns a snapshot for the time.
     *
     * @param pid as for {@link #resolve}
     * @param reference as for {@link #resolve}
     * @param atNanos as for {@link #resolve}
     */
    public Optional<TracedObject> referredObject(long pid, Args reference, long atNanos) {
        String id = referredId(reference);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        String scopeText = reference.text("scope");
        String scope = scopeText == null ? ObjectId.DEFAULT_SCOPE : scopeText;
        return shownAt(new ObjectId(referredPid(pid, reference), scope, id), atNanos)
                .or(() -> shownAt(new ObjectId(ObjectId.ALL_PROCESSES, scope, id), atNanos));
    }

    private Optional<TracedObject> shownAt(ObjectId id, long nanos) {
        return objectAt(id, nanos).filter(object -> object.snapshotAt(nanos).isPresent());
    }

    private static String referredId(Args reference) {
        Object idRef = reference.asMap().get("id_ref");
        if (idRef instanceof String || idRef instanceof Number) {
            return idRef.toString();
        }
        ImplicitId implicit = ImplicitId.of(reference.asMap().get("id"));
        return implicit == null ? "" : implicit.id();
    }

    private long referredPid(long pid, Args reference) {
        Number pidRef = reference.number("pid_ref");
        if (pidRef == null) {
            return pid;
        }
        return pidRef.longValue() == BROWSER && browserPid != null ? browserPid : pidRef.longValue();
    }
}
