// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.object.TracedObject;
import java.util.Optional;

/** What an object of a trace looked like at a time. Subclasses say more about objects of their kind. A view. */
public class ObjectSnapshot {
    private final ObjectInstance instance;
    private final TracedObject.Snapshot snapshot;
    private final ObjectTypes types;

    /**
     * @param instance the object
     * @param snapshot what the trace says of it
     * @param types finds what it refers to
     */
    public ObjectSnapshot(ObjectInstance instance, TracedObject.Snapshot snapshot, ObjectTypes types) {
        this.instance = instance;
        this.snapshot = snapshot;
        this.types = types;
    }

    /** Returns the text for the user; the object's title unless a subclass knows better. */
    public String title() {
        return instance.title();
    }

    /** Returns the object. */
    public final ObjectInstance instance() {
        return instance;
    }

    /** When it looked so. */
    public final long tsNanos() {
        return snapshot.tsNanos();
    }

    /** Returns what it looked like; references in it can be followed with {@link #resolve}. */
    public final Args content() {
        return snapshot.content();
    }

    /** Returns what another object, to which this one refers by {@code id_ref} or by an id of the form TYPE/ID, looked like then. */
    public final Optional<ObjectSnapshot> resolve(Args reference) {
        return types.resolve(instance.object().id().pid(), reference, tsNanos());
    }

    @Override
    public String toString() {
        return title();
    }
}
