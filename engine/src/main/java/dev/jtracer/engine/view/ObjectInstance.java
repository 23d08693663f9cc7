// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.handler.object.TracedObject;
import java.util.ArrayList;
import java.util.List;

/**
 * A traced object, for example a queue or a pool. Subclasses add data about objects of their kind. A view, created at the
 * first access.
 */
public class ObjectInstance {
    private final TracedObject object;
    private final ObjectTypes types;

    /**
     * @param object its data in the trace
     * @param types creates its snapshots
     */
    public ObjectInstance(TracedObject object, ObjectTypes types) {
        this.object = object;
        this.types = types;
    }

    /** Returns the text for the user; type and id unless a subclass overrides it. */
    public String title() {
        return originalTitle() + " " + object.id().id();
    }

    /** Returns the object's name in the trace, which is its type. */
    public final String originalTitle() {
        return object.name();
    }

    /** Returns its data in the trace. */
    public final TracedObject object() {
        return object;
    }

    /** Returns its states, in the order of time. */
    public final List<ObjectSnapshot> snapshots() {
        List<ObjectSnapshot> snapshots = new ArrayList<>();
        for (TracedObject.Snapshot snapshot : object.snapshots()) {
            snapshots.add(types.snapshot(this, snapshot));
        }
        return snapshots;
    }

    @Override
    public String toString() {
        return title();
    }
}
