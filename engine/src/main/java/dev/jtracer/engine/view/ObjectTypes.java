// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.object.ObjectSnapshots;
import dev.jtracer.engine.handler.object.TracedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** A factory of an {@link ObjectInstance} of the right kind for each object of one trace. */
public final class ObjectTypes {
    private static final ObjectType GENERAL = new General();

    private final TypeRegistry<ObjectType> registry = new TypeRegistry<>(GENERAL);
    private final ObjectSnapshots objects;

    /** Creates a factory with the general kind only. */
    public ObjectTypes(ObjectSnapshots objects) {
        this.objects = objects;
    }

    /**
     * Creates a factory with the kinds that {@code loader} provides as services.
     *
     * @throws java.util.ServiceConfigurationError if a service cannot be loaded
     */
    public static ObjectTypes load(ObjectSnapshots objects, ClassLoader loader) {
        ObjectTypes types = new ObjectTypes(objects);
        ServiceLoader.load(ObjectType.class, loader).forEach(types::register);
        return types;
    }

    /**
     * Adds a kind.
     *
     * @throws IllegalArgumentException if one of its names or categories has a kind already
     */
    public void register(ObjectType type) {
        registry.register(type.key(), type);
    }

    /** Returns all objects of the trace, in the order of their ids' first appearance. */
    public List<ObjectInstance> instances() {
        List<ObjectInstance> instances = new ArrayList<>();
        for (TracedObject object : objects.objects()) {
            instances.add(instance(object));
        }
        return instances;
    }

    /** Returns the view of an object. */
    public ObjectInstance instance(TracedObject object) {
        return type(object).create(object, this);
    }

    ObjectSnapshot snapshot(ObjectInstance instance, TracedObject.Snapshot snapshot) {
        return type(instance.object()).create(instance, snapshot, this);
    }

    /**
     * Resolves a reference in the arguments of an event or in a snapshot.
     *
     * @param pid process of the event
     * @param reference as for {@link ObjectSnapshots#resolve}
     * @param atNanos time of the event, or of the snapshot
     */
    public Optional<ObjectSnapshot> resolve(long pid, Args reference, long atNanos) {
        return objects.referredObject(pid, reference, atNanos)
                .flatMap(object -> object.snapshotAt(atNanos).map(found -> snapshot(instance(object), found)));
    }

    private ObjectType type(TracedObject object) {
        return registry.find(object.category(), object.name());
    }

    private static final class General implements ObjectType {
        @Override
        public TypeKey key() {
            return TypeKey.names("");
        }
    }
}
