// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A map of values by class loader. A loader is held weakly and compared by identity: its {@code hashCode} and {@code
 * equals} may be the application's. Thread-safe.
 */
public final class LoaderMap<V> {
    private final Map<Key, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

    @Nullable
    public V get(ClassLoader loader) {
        return values.get(new Key(loader, null));
    }

    /** Adds a value unless one is present. Returns the present one. */
    public V add(ClassLoader loader, V value) {
        removeCollected();
        V present = values.putIfAbsent(new Key(loader, collected), value);
        return present == null ? value : present;
    }

    Collection<V> values() {
        return values.values();
    }

    private void removeCollected() {
        for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
            values.remove(key);
        }
    }

    private static final class Key extends WeakReference<ClassLoader> {
        private final int hash;

        Key(ClassLoader loader, @Nullable ReferenceQueue<ClassLoader> queue) {
            super(loader, queue);
            this.hash = System.identityHashCode(loader);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            ClassLoader loader = get();
            return loader != null && other instanceof Key key && key.get() == loader;
        }
    }
}
