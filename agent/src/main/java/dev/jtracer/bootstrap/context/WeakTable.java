// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded table of what is known about objects, which are held weakly and found by identity. A newer object may
 * replace an older one.
 */
final class WeakTable<E extends WeakReference<Object>> {
    private static final int SLOTS = 1 << 13;
    private static final int PROBES = 8;

    private final AtomicReferenceArray<@Nullable E> entries = new AtomicReferenceArray<>(SLOTS);

    /** Sets the entry of an object, to which it refers. Returns false if it replaces that of another object. */
    boolean put(Object object, E entry) {
        int present = find(object);
        if (present >= 0) { // not always the first slot that is free now
            entries.set(present, entry);
            return true;
        }
        int first = slot(object);
        for (int i = 0; i < PROBES; i++) {
            int slot = first + i & SLOTS - 1;
            E before = entries.get(slot);
            if (before == null || before.refersTo(null)) {
                entries.set(slot, entry);
                return true;
            }
        }
        entries.set(first, entry);
        return false;
    }

    /** Returns the entry of an object; null if there is none, or if it was replaced. */
    @Nullable
    E get(Object object) {
        int slot = find(object);
        return slot < 0 ? null : entries.get(slot);
    }

    /** Removes and returns the entry of an object; null if there is none, or if another thread has removed it. */
    @Nullable
    E remove(Object object) {
        int slot = find(object);
        E entry = slot < 0 ? null : entries.get(slot);
        return entry != null && entries.compareAndSet(slot, entry, null) ? entry : null;
    }

    void clear() {
        for (int i = 0; i < SLOTS; i++) {
            entries.set(i, null);
        }
    }

    private int find(Object object) {
        int first = slot(object);
        for (int i = 0; i < PROBES; i++) {
            int slot = first + i & SLOTS - 1;
            E entry = entries.get(slot);
            if (entry != null && entry.refersTo(object)) {
                return slot;
            }
        }
        return -1;
    }

    /* The object's own hashCode and equals may be anything. */
    private static int slot(Object object) {
        return System.identityHashCode(object) * 0x9e3779b9 >>> 19;
    }
}
