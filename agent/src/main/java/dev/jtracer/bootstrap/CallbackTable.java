// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The last passing of callbacks that have no room for it themselves: objects of the application's own classes. Held weakly,
 * by identity; at most so many.
 */
final class CallbackTable {
    /* Small tables with a lock each: two threads that hand over callbacks rarely meet. Spin locks and no monitors, because a
     * virtual thread may unmount at a contended monitor. */
    private static final int STRIPES = 64;
    private static final int MOST_ENTRIES_A_STRIPE = 1 << 12;
    private static final Stripe[] TABLE = new Stripe[STRIPES];

    static {
        for (int i = 0; i < STRIPES; i++) {
            TABLE[i] = new Stripe();
        }
    }

    private CallbackTable() {}

    static void initialize() {
        put(TABLE, new Passing(0, 0, null, null));
    }

    /** The last passing of a callback; null if there is none, or it had to make room for others. */
    static @Nullable Passing get(Object callback) {
        int hash = System.identityHashCode(callback);
        return TABLE[hash & STRIPES - 1].get(callback, hash);
    }

    /** Sets the last passing of a callback. */
    static void put(Object callback, Passing passing) {
        int hash = System.identityHashCode(callback);
        TABLE[hash & STRIPES - 1].put(callback, hash, passing);
    }

    private static final class Stripe {
        private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
        private final AtomicBoolean locked = new AtomicBoolean();
        private @Nullable Entry[] slots = new Entry[16];
        private int count;

        @Nullable
        Passing get(Object callback, int hash) {
            lock();
            try {
                Entry entry = find(callback, hash);
                return entry == null ? null : entry.passing;
            } finally {
                locked.set(false);
            }
        }

        void put(Object callback, int hash, Passing passing) {
            lock();
            try {
                expunge();
                Entry entry = find(callback, hash);
                if (entry != null) {
                    entry.passing = passing;
                    return;
                }
                if (count >= MOST_ENTRIES_A_STRIPE) {
                    LossCounters.untied();
                    return;
                }
                if (count >= slots.length) {
                    grow();
                }
                int slot = slot(hash);
                slots[slot] = new Entry(callback, hash, passing, collected, slots[slot]);
                count++;
            } finally {
                locked.set(false);
            }
        }

        private @Nullable Entry find(Object callback, int hash) {
            for (Entry entry = slots[slot(hash)]; entry != null; entry = entry.next) {
                if (entry.refersTo(callback)) {
                    return entry;
                }
            }
            return null;
        }

        private void expunge() {
            for (Reference<?> gone = collected.poll(); gone != null; gone = collected.poll()) {
                remove((Entry) gone);
            }
        }

        private void remove(Entry gone) {
            int slot = slot(gone.hash);
            Entry previous = null;
            for (Entry entry = slots[slot]; entry != null; previous = entry, entry = entry.next) {
                if (entry == gone) {
                    if (previous == null) {
                        slots[slot] = entry.next;
                    } else {
                        previous.next = entry.next;
                    }
                    count--;
                    return;
                }
            }
        }

        private void grow() {
            @Nullable Entry[] old = slots;
            slots = new Entry[old.length * 2];
            for (Entry chain : old) {
                for (Entry entry = chain; entry != null; ) {
                    Entry next = entry.next;
                    int slot = slot(entry.hash);
                    entry.next = slots[slot];
                    slots[slot] = entry;
                    entry = next;
                }
            }
        }

        private int slot(int hash) {
            return hash >>> 6 & slots.length - 1;
        }

        private void lock() {
            while (!locked.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class Entry extends WeakReference<Object> {
        final int hash;
        Passing passing;

        @Nullable
        Entry next;

        Entry(Object callback, int hash, Passing passing, ReferenceQueue<Object> queue, @Nullable Entry next) {
            super(callback, queue);
            this.hash = hash;
            this.passing = passing;
            this.next = next;
        }
    }
}
