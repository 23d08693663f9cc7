// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * The last passing of callbacks that have no room for it themselves: objects of the application's own classes. Held weakly,
 * by identity; at most so many.
 */
final class CallbackTable {
    /* Small tables with a lock each: two threads that hand over callbacks rarely meet. Spin locks and no monitors, because a
     * virtual thread may unmount at a contended monitor; for the same reason no ReferenceQueue, which has one inside. The
     * lock is let go by a store and not by a call, for which there may be no stack left. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LOCKED = UNSAFE.objectFieldOffset(Stripe.class, "locked");
    private static final int STRIPES = 64;
    private static final int MOST_ENTRIES_A_STRIPE = 1 << 12;
    private static final int SEARCH_EVERY = MOST_ENTRIES_A_STRIPE / 4;
    private static final Stripe[] TABLE = new Stripe[STRIPES];

    static {
        for (int i = 0; i < STRIPES; i++) {
            TABLE[i] = new Stripe();
        }
    }

    private CallbackTable() {}

    static void initialize() {
        put(TABLE, Passing.none());
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
        private @Nullable Entry[] slots = new Entry[16];
        private int count;
        /** How many more new callbacks are turned away before it is looked again whether others were collected. */
        private int toTurnAway;

        /** 1 while somebody holds it. */
        @SuppressWarnings("UnusedVariable") // read by Unsafe
        private volatile int locked;

        @Nullable
        Passing get(Object callback, int hash) {
            lock();
            try {
                Entry entry = find(callback, hash);
                return entry == null ? null : entry.passing;
            } finally {
                locked = 0;
            }
        }

        void put(Object callback, int hash, Passing passing) {
            lock();
            try {
                Entry entry = find(callback, hash);
                if (entry != null) {
                    entry.passing = passing;
                    return;
                }
                if (!makeRoom()) {
                    LossCounters.untied();
                    return;
                }
                int slot = slot(hash);
                slots[slot] = new Entry(callback, hash, passing, slots[slot]);
                count++;
            } finally {
                locked = 0;
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

        /** Returns whether there is room for one more. */
        private boolean makeRoom() {
            if (count < slots.length) {
                return true;
            }
            if (toTurnAway > 0) {
                toTurnAway--;
                return false;
            }
            int most = slots.length;
            rehash(most);
            if (count > most / 2 && most < MOST_ENTRIES_A_STRIPE) {
                rehash(most * 2);
            }
            toTurnAway = count < slots.length ? 0 : SEARCH_EVERY;
            return count < slots.length;
        }

        /** Moves to a table of so many slots, without the callbacks that were collected. */
        private void rehash(int length) {
            @Nullable Entry[] old = slots;
            @Nullable Entry[] moved = new Entry[length];
            int alive = 0;
            for (Entry chain : old) {
                for (Entry entry = chain; entry != null; ) {
                    Entry next = entry.next;
                    if (!entry.refersTo(null)) {
                        int slot = slot(entry.hash, length);
                        entry.next = moved[slot];
                        moved[slot] = entry;
                        alive++;
                    }
                    entry = next;
                }
            }
            slots = moved;
            count = alive;
        }

        private int slot(int hash) {
            return slot(hash, slots.length);
        }

        private static int slot(int hash, int length) {
            return hash >>> 6 & length - 1;
        }

        private void lock() {
            while (!UNSAFE.compareAndSetInt(this, LOCKED, 0, 1)) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class Entry extends WeakReference<Object> {
        final int hash;
        Passing passing;

        @Nullable
        Entry next;

        Entry(Object callback, int hash, Passing passing, @Nullable Entry next) {
            super(callback);
            this.hash = hash;
            this.passing = passing;
            this.next = next;
        }
    }
}
