// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import dev.jtracer.engine.handler.object.ObjectSnapshots.Problem;
import dev.jtracer.engine.handler.object.ObjectSnapshots.TracedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The successive objects with one id, built from their events in the order of time. */
final class ObjectLives {
    private final Map<Problem, Long> problems;
    private final List<Life> lives = new ArrayList<>();

    ObjectLives(Map<Problem, Long> problems) {
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

    void addSnapshot(String category, String name, String baseType, long tsNanos) {
        Life life = alive();
        if (life == null) {
            life = new Life(category, name, tsNanos, false);
            lives.add(life);
        }
        check(life, category, name);
        if (life.baseType == null) {
            life.baseType = baseType;
        } else if (!life.baseType.equals(baseType)) {
            count(Problem.BASE_TYPE_CHANGED);
        }
        if (life.snapshots > 0 && life.lastNanos == tsNanos) {
            count(Problem.SECOND_SNAPSHOT_AT_ONE_TIME);
        } else {
            life.snapshots++;
            life.lastNanos = tsNanos;
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

    /** Adds the objects. Those not deleted exist until the end of the trace. */
    void addTo(List<TracedObject> objects, long endNanos) {
        for (Life life : lives) {
            long deletedNanos = life.deletedNanos == null ? Math.max(endNanos, life.lastNanos) : life.deletedNanos;
            objects.add(new TracedObject(
                    life.name, life.createdNanos, deletedNanos, life.deletedNanos != null, life.snapshots));
        }
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
        /** Time of the last snapshot; of the first event if there is none. */
        long lastNanos;

        long snapshots;

        @Nullable
        String baseType;

        @Nullable
        Long deletedNanos;

        Life(String category, String name, long createdNanos, boolean creationTraced) {
            this.category = category;
            this.name = name;
            this.createdNanos = createdNanos;
            this.lastNanos = createdNanos;
            this.creationTraced = creationTraced;
        }
    }
}
