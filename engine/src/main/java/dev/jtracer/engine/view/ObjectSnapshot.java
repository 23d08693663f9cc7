// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.object.TracedObject;
import java.util.Optional;

/** The state of a traced object at a time. Subclasses add data about objects of their kind. A view. */
public class ObjectSnapshot {
    private final ObjectInstance instance;
    private final TracedObject.Snapshot snapshot;
    private final ObjectTypes types;

    /**
     * @param instance the object
     * @param snapshot its data in the trace
     * @param types resolves its references
     */
    public ObjectSnapshot(ObjectInstance instance, TracedObject.Snapshot snapshot, ObjectTypes types) {
        this.instance = instance;
        this.snapshot = snapshot;
        this.types = types;
    }

    /** Returns the text for the user; the object's title unless a subclass overrides it. */
    public String title() {
        return instance.title();
    }

    /** Returns the object. */
    public final ObjectInstance instance() {
        return instance;
    }

    /** Returns the time of the state. */
    public final long tsNanos() {
        return snapshot.tsNanos();
    }

    /** Returns the state, whose references can be followed with {@link #resolve}. */
    public final Args content() {
        return snapshot.content();
    }

    /**
     * Returns the state at this time of another object, to which this one refers by {@code id_ref} or by an id of the form
     * TYPE/ID.
     */
    public final Optional<ObjectSnapshot> resolve(Args reference) {
        return types.resolve(instance.object().id().pid(), reference, tsNanos());
    }

    @Override
    public String toString() {
        return title();
    }
}
