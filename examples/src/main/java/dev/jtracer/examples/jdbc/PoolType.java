// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.jdbc;

import dev.jtracer.engine.handler.object.TracedObject;
import dev.jtracer.engine.view.ObjectInstance;
import dev.jtracer.engine.view.ObjectSnapshot;
import dev.jtracer.engine.view.ObjectType;
import dev.jtracer.engine.view.ObjectTypes;
import dev.jtracer.engine.view.TypeKey;

/** Makes connection pools of the objects of that name. */
final class PoolType implements ObjectType {
    @Override
    public TypeKey key() {
        return TypeKey.names("ConnectionPool");
    }

    @Override
    public ObjectSnapshot create(ObjectInstance instance, TracedObject.Snapshot snapshot, ObjectTypes types) {
        return new PoolSnapshot(instance, snapshot, types);
    }

    /** The state of a pool: its title says what matters. */
    static final class PoolSnapshot extends ObjectSnapshot {
        PoolSnapshot(ObjectInstance instance, TracedObject.Snapshot snapshot, ObjectTypes types) {
            super(instance, snapshot, types);
        }

        @Override
        public String title() {
            return busy() + " of " + size() + " connections busy, " + number("waiting") + " waiting";
        }

        long size() {
            return number("size");
        }

        long busy() {
            return size() - number("idle");
        }

        private long number(String member) {
            Number number = content().number(member);
            return number == null ? 0 : number.longValue();
        }
    }
}
