// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshots.Problem;
import dev.jtracer.engine.handler.object.TracedObject.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that tracks objects by the rules of catapult: {@code N} creates, {@code O} describes and {@code D} deletes an
 * object. An object described without a creation existed all the time; one described after its deletion is a new object with
 * the same id. Keeps all snapshots.
 */
public final class ObjectSnapshotsHandler implements EventHandler<ObjectSnapshots> {
    private record ObjectEvent(Phase phase, long tsNanos, ObjectId id, String category, String name, Object content) {}

    private static final Object NO_CONTENT = new Object();

    private final HandlerState state = new HandlerState(ObjectSnapshotsHandler.class);
    private final List<ObjectEvent> events = new ArrayList<>();
    private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);
    private HandlerContext context = HandlerContext.NONE;
    private ObjectSnapshots result = ObjectSnapshots.EMPTY;

    /** Creates a handler. */
    public ObjectSnapshotsHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.OBJECT_CREATED, Phase.OBJECT_SNAPSHOT, Phase.OBJECT_DELETED);
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }

    @Override
    public void reset() {
        state.reset();
        events.clear();
        problems.clear();
        context = HandlerContext.NONE;
        result = ObjectSnapshots.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        this.context = context;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.id().isEmpty()) {
            count(Problem.MISSING_ID);
            return;
        }
        if (!context.kept().event()) {
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
                event.idKind() == IdKind.GLOBAL ? ObjectId.ALL_PROCESSES : event.pid(),
                event.scope().isEmpty() ? ObjectId.DEFAULT_SCOPE : event.scope(),
                event.id());
    }

    @Override
    public void finish() {
        state.finish();
        Meta meta = context.dataOf(MetaHandler.class);
        Lives lives = new Lives();
        events.sort(Comparator.comparingLong(ObjectEvent::tsNanos));
        events.forEach(lives::take);
        events.clear();
        result = new ObjectSnapshots(
                lives.objects(meta.endNanos()), meta.browser().browserPid(), problems);
    }

    @Override
    public ObjectSnapshots data() {
        state.requireFinished();
        return result;
    }

    private void count(Problem problem) {
        problems.merge(problem, 1L, Long::sum);
    }

    /** The objects of all ids. */
    private final class Lives {
        private final Map<ObjectId, ObjectLives> byId = new LinkedHashMap<>();

        void take(ObjectEvent event) {
            switch (event.phase) {
                case OBJECT_CREATED -> of(event.id).created(event.category, event.name, event.tsNanos);
                case OBJECT_DELETED -> of(event.id).deleted(event.category, event.name, event.tsNanos);
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
            show(event.id, event.category, event.name, event.tsNanos, members, false);
        }

        private void show(
                ObjectId id, String givenCategory, String name, long tsNanos, Map<?, ?> members, boolean implicit) {
            String category = override(members, "cat", givenCategory);
            String baseType = override(members, "base_type", name);
            of(id).addSnapshot(category, name, baseType, new Snapshot(tsNanos, implicit, content(members, implicit)));
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
                ImplicitId implicit = ImplicitId.of(members.get("id"));
                if (implicit != null) {
                    ObjectId id = new ObjectId(container.pid(), container.scope(), implicit.id());
                    show(id, category, implicit.type(), tsNanos, members, true);
                } else {
                    for (Object member : members.values()) {
                        showWithin(member, container, category, tsNanos);
                    }
                }
            }
        }

        private String override(Map<?, ?> members, String key, String given) {
            Object value = members.get(key);
            if (value != null && !(value instanceof String)) {
                count(Problem.BAD_OVERRIDE);
            }
            return value instanceof String text ? text : given;
        }

        private ObjectLives of(ObjectId id) {
            return byId.computeIfAbsent(id, key -> new ObjectLives(key, problems));
        }

        Map<ObjectId, List<TracedObject>> objects(long endNanos) {
            Map<ObjectId, List<TracedObject>> objects = new LinkedHashMap<>();
            byId.forEach((id, lives) -> objects.put(id, lives.objects(endNanos)));
            return objects;
        }
    }

    /** Returns the members except those that identify the object. */
    private static Args content(Map<?, ?> members, boolean implicit) {
        Map<String, Object> content = new LinkedHashMap<>();
        members.forEach((key, value) -> content.put(key.toString(), value));
        content.remove("cat");
        content.remove("base_type");
        if (implicit) {
            content.remove("id");
        }
        return Args.of(content);
    }
}
