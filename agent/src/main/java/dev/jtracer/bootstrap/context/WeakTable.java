// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.TracerSwitch;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded table of what is known about objects, which are held weakly and found by identity. Where there is no
 * room, a new object replaces the oldest that was added since the last collection, which is mostly garbage.
 */
final class WeakTable<V> {
    private static final int SLOTS = 1 << 13;
    private static final int PROBES = 8;

    private final AtomicReferenceArray<@Nullable Entry<V>> entries = new AtomicReferenceArray<>(SLOTS);

    /** Cleared by the next collection. */
    private volatile WeakReference<Object> sinceCollection = new WeakReference<>(new Object());

    /* Several threads may use one age, or miss a collection, and evict another object then. */
    private int lastAge;
    private int firstAge;

    /**
     * Sets the value of an object, to which the value must not refer. Returns false if it replaces that of another
     * object.
     */
    boolean put(Object object, V value) {
        int age = ++lastAge;
        if (sinceCollection.refersTo(null)) {
            sinceCollection = new WeakReference<>(new Object());
            firstAge = age;
        }
        Entry<V> entry = new Entry<>(object, value, age);
        int present = find(object);
        if (present >= 0) { // not always the first slot that is free now
            entries.set(present, entry);
            return true;
        }
        int first = slot(object);
        int evicted = first;
        int least = -1; // the largest as unsigned, as those are from before the collection
        for (int i = 0; i < PROBES; i++) {
            int slot = first + i & SLOTS - 1;
            Entry<V> before = entries.get(slot);
            if (before == null || before.refersTo(null)) {
                entries.set(slot, entry);
                return true;
            }
            if (Integer.compareUnsigned(before.age - firstAge, least) < 0) {
                least = before.age - firstAge;
                evicted = slot;
            }
        }
        entries.set(evicted, entry);
        return false;
    }

    /** Returns the value of an object; null if there is none, or if it was replaced. */
    @Nullable
    V get(Object object) {
        Entry<V> entry = entry(object);
        return entry == null ? null : entry.value;
    }

    /** Like {@link #get}, for a value of the recording that goes on now. */
    @Nullable
    V getOfRecording(Object object) {
        Entry<V> entry = entry(object);
        return entry == null || entry.epoch != TracerSwitch.epoch() ? null : entry.value;
    }

    private @Nullable Entry<V> entry(Object object) {
        int slot = find(object);
        return slot < 0 ? null : entries.get(slot);
    }

    /**
     * Removes the value of an object, and returns it; null if there is none, if another thread has removed it, or if
     * it is of an earlier recording.
     */
    @Nullable
    V remove(Object object) {
        int slot = find(object);
        Entry<V> entry = slot < 0 ? null : entries.get(slot);
        return entry != null && entries.compareAndSet(slot, entry, null) && entry.epoch == TracerSwitch.epoch()
                ? entry.value
                : null;
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
            Entry<V> entry = entries.get(slot);
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

    private static final class Entry<V> extends WeakReference<Object> {
        final V value;
        final int epoch = TracerSwitch.epoch();
        final int age;

        Entry(Object object, V value, int age) {
            super(object);
            this.value = value;
            this.age = age;
        }
    }
}
