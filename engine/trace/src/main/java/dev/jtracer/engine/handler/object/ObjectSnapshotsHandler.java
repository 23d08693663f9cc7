// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshots.Problem;
import dev.jtracer.engine.handler.object.ObjectSnapshots.TracedObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that tracks objects by the rules of catapult: {@code N} creates, {@code O} describes and {@code D}
 * deletes an object. An object described without a creation existed all the time; one described after its deletion is
 * a new object with the same id. Keeps the content of snapshots until all are known, because it may contain snapshots
 * of further objects.
 */
public final class ObjectSnapshotsHandler extends CollectingHandler<ObjectSnapshots> {
    /** The process number of ids that all processes share. No real process has it. */
    private static final long ALL_PROCESSES = Long.MIN_VALUE;
    /** The scope of ids that are memory addresses. */
    private static final String DEFAULT_SCOPE = "ptr";

    /**
     * The identity of an object: as in catapult, an address within a scope, within a process unless the id is global.
     * Comparable, so that maps are fast even if a hostile file gives many ids the same hash.
     */
    private record ObjectId(long pid, String scope, String id) implements Comparable<ObjectId> {
        private static final Comparator<ObjectId> ORDER = Comparator.comparingLong(ObjectId::pid)
                .thenComparing(ObjectId::scope)
                .thenComparing(ObjectId::id);

        @Override
        public int compareTo(ObjectId other) {
            return ORDER.compare(this, other);
        }
    }

    private record ObjectEvent(Phase phase, long tsNanos, ObjectId id, String category, String name, Object content) {}

    private static final Object NO_CONTENT = new Object();

    private final List<ObjectEvent> events = new ArrayList<>();
    private final Map<ObjectId, ObjectLives> livesById = new LinkedHashMap<>();
    private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);

    public ObjectSnapshotsHandler() {
        super(MetaHandler.class);
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.OBJECT_CREATED, Phase.OBJECT_SNAPSHOT, Phase.OBJECT_DELETED);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.id().isEmpty()) {
            count(Problem.MISSING_ID);
            return;
        }
        if (!context().retained().event()) {
            return;
        }
        Object content =
                event.phase() == Phase.OBJECT_SNAPSHOT ? event.args().asMap().get("snapshot") : null;
        events.add(new ObjectEvent(
                event.phase(),
                event.tsNanos(),
                id(event),
                event.category(),
                event.name(),
                content == null ? NO_CONTENT : content));
    }

    private static ObjectId id(TraceEvent event) {
        return new ObjectId(
                event.idKind() == IdKind.GLOBAL ? ALL_PROCESSES : event.pid(),
                event.scope().isEmpty() ? DEFAULT_SCOPE : event.scope(),
                event.id());
    }

    @Override
    protected ObjectSnapshots result() {
        events.sort(Comparator.comparingLong(ObjectEvent::tsNanos));
        events.forEach(this::take);
        events.clear();
        List<TracedObject> objects = new ArrayList<>();
        long endNanos = context().dataOf(MetaHandler.class).endNanos();
        livesById.values().forEach(ofId -> ofId.addTo(objects, endNanos));
        return new ObjectSnapshots(objects, problems);
    }

    private void count(Problem problem) {
        problems.merge(problem, 1L, Long::sum);
    }

    private void take(ObjectEvent event) {
        switch (event.phase) {
            case OBJECT_CREATED -> lives(event.id).created(event.category, event.name, event.tsNanos);
            case OBJECT_DELETED -> lives(event.id).deleted(event.category, event.name, event.tsNanos);
            default -> takeSnapshot(event);
        }
    }

    private void takeSnapshot(ObjectEvent event) {
        if (event.content == NO_CONTENT) {
            count(Problem.MISSING_SNAPSHOT);
            return;
        }
        // Some writers write a single value or a list.
        Map<?, ?> members = event.content instanceof Map<?, ?> map ? map : Map.of("snapshot", event.content);
        if (members.containsKey("id")) {
            count(Problem.ID_IN_SNAPSHOT);
        }
        show(event.id, event.category, event.name, event.tsNanos, members);
    }

    private void show(ObjectId id, String ownCategory, String name, long tsNanos, Map<?, ?> members) {
        String category = override(members, "cat", ownCategory);
        String baseType = override(members, "base_type", name);
        lives(id).addSnapshot(category, name, baseType, tsNanos);
        for (Object member : members.values()) {
            showWithin(member, id, category, tsNanos);
        }
    }

    private void showWithin(Object value, ObjectId container, String category, long tsNanos) {
        if (value instanceof List<?> items) {
            for (Object item : items) {
                showWithin(item, container, category, tsNanos);
            }
        } else if (value instanceof Map<?, ?> members) {
            // An object whose snapshot is part of another one's has the id TYPE/ID.
            String id = members.get("id") instanceof String text ? text : "";
            int slash = id.lastIndexOf('/');
            if (slash > 0 && slash < id.length() - 1) {
                ObjectId inner = new ObjectId(container.pid(), container.scope(), id.substring(slash + 1));
                show(inner, category, id.substring(0, slash), tsNanos, members);
            } else {
                for (Object member : members.values()) {
                    showWithin(member, container, category, tsNanos);
                }
            }
        }
    }

    private String override(Map<?, ?> members, String key, String own) {
        Object value = members.get(key);
        if (value != null && !(value instanceof String)) {
            count(Problem.BAD_OVERRIDE);
        }
        return value instanceof String text ? text : own;
    }

    private ObjectLives lives(ObjectId id) {
        return livesById.computeIfAbsent(id, key -> new ObjectLives());
    }

    /** The successive objects with one id, built from their events in the order of time. */
    private final class ObjectLives {
        private final List<Life> lives = new ArrayList<>();

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
    }

    /** One object during collection. */
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
