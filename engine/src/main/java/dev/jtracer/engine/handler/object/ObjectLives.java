// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import dev.jtracer.engine.handler.object.ObjectSnapshots.Problem;
import dev.jtracer.engine.handler.object.TracedObject.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The successive objects with one id, built from their events in the order of time. */
final class ObjectLives {
    private final ObjectId id;
    private final Map<Problem, Long> problems;
    private final List<Life> lives = new ArrayList<>();

    ObjectLives(ObjectId id, Map<Problem, Long> problems) {
        this.id = id;
        this.problems = problems;
    }

    void created(String category, String name, long tsNanos) {
        Life life = alive();
        if (life == null) {
            lives.add(new Life(category, name, tsNanos, true));
        } else {
            count(life.creationTraced ? Problem.CREATED_TWICE : Problem.SNAPSHOT_BEFORE_CREATION);
            check(life, category, name);
        }
    }

    void addSnapshot(String category, String name, String baseType, Snapshot snapshot) {
        Life life = alive();
        if (life == null) {
            life = new Life(category, name, snapshot.tsNanos(), false);
            lives.add(life);
        }
        check(life, category, name);
        if (life.baseType == null) {
            life.baseType = baseType;
        } else if (!life.baseType.equals(baseType)) {
            count(Problem.BASE_TYPE_CHANGED);
        }
        if (life.lastSnapshotIsAt(snapshot.tsNanos())) {
            count(Problem.SECOND_SNAPSHOT_AT_ONE_TIME);
        } else {
            life.snapshots.add(snapshot);
        }
    }

    void deleted(String category, String name, long tsNanos) {
        Life life = alive();
        if (life == null) {
            count(Problem.DELETED_BEFORE_CREATION);
            life = new Life(category, name, tsNanos, false);
            lives.add(life);
        }
        check(life, category, name);
        life.deletedNanos = tsNanos;
    }

    /** Returns the objects. Those not deleted exist until the end of the trace. */
    List<TracedObject> objects(long endNanos) {
        return lives.stream().map(life -> life.object(id, endNanos)).toList();
    }

    private @Nullable Life alive() {
        Life last = lives.isEmpty() ? null : lives.get(lives.size() - 1);
        return last == null || last.deletedNanos != null ? null : last;
    }

    private void check(Life life, String category, String name) {
        if (!life.category.equals(category)) {
            count(Problem.CATEGORY_CHANGED);
        }
        if (!life.name.equals(name)) {
            count(Problem.NAME_CHANGED);
        }
    }

    private void count(Problem problem) {
        problems.merge(problem, 1L, Long::sum);
    }

    private static final class Life {
        final String category;
        final String name;
        final long createdNanos;
        final boolean creationTraced;
        final List<Snapshot> snapshots = new ArrayList<>();

        @Nullable
        String baseType;

        @Nullable
        Long deletedNanos;

        Life(String category, String name, long createdNanos, boolean creationTraced) {
            this.category = category;
            this.name = name;
            this.createdNanos = createdNanos;
            this.creationTraced = creationTraced;
        }

        boolean lastSnapshotIsAt(long tsNanos) {
            return !snapshots.isEmpty() && snapshots.get(snapshots.size() - 1).tsNanos() == tsNanos;
        }

        TracedObject object(ObjectId id, long endNanos) {
            return new TracedObject(
                    id,
                    category,
                    name,
                    baseType == null ? name : baseType,
                    createdNanos,
                    creationTraced,
                    deletedNanos == null ? Math.max(endNanos, lastNanos()) : deletedNanos,
                    deletedNanos != null,
                    snapshots);
        }

        private long lastNanos() {
            return snapshots.isEmpty()
                    ? createdNanos
                    : snapshots.get(snapshots.size() - 1).tsNanos();
        }
    }
}
