// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.handler.object.TracedObject;

/** A kind of object with a meaning of its own. An extension point, found by {@link java.util.ServiceLoader}. */
public interface ObjectType {
    /** Returns which objects are of this kind. */
    TypeKey key();

    /** Makes an object of this kind. */
    default ObjectInstance create(TracedObject object, ObjectTypes types) {
        return new ObjectInstance(object, types);
    }

    /** Makes a snapshot of an object of this kind. */
    default ObjectSnapshot create(ObjectInstance instance, TracedObject.Snapshot snapshot, ObjectTypes types) {
        return new ObjectSnapshot(instance, snapshot, types);
    }
}
