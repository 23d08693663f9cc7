// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.handler.object.TracedObject;

/** A kind of object with its own classes. An extension point, found by {@link java.util.ServiceLoader}. */
public interface ObjectType {
    /** Returns the key that selects objects of this kind. */
    TypeKey key();

    /** Creates an object of this kind. */
    default ObjectInstance create(TracedObject object, ObjectTypes types) {
        return new ObjectInstance(object, types);
    }

    /** Creates a snapshot of an object of this kind. */
    default ObjectSnapshot create(ObjectInstance instance, TracedObject.Snapshot snapshot, ObjectTypes types) {
        return new ObjectSnapshot(instance, snapshot, types);
    }
}
