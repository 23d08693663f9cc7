// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * A table of the last passings of callbacks that cannot store it themselves: objects of the application's own classes.
 * It holds a bounded number of callbacks, weakly and by identity.
 */
final class CallbackTable {
    /* A callback may be in one of two buckets of eight slots. So an operation costs at most sixteen comparisons,
     * whether the table is empty or full, and nothing is ever moved or searched as a whole. Two buckets instead of
     * one let the table fill to nine tenths before a callback is evicted.
     *
     * No lock: a thread that loses its CPU, or ends by an asynchronous exception, blocks no other thread. Two
     * threads that hand over a new callback at once may both add it; a lookup always finds the one that is first in
     * the order of the slots. No monitor and no ReferenceQueue, which contains one: a virtual thread may unmount at
     * a contended monitor.
     *
     * Most callbacks are garbage soon after they were handed over, but the table can detect it only after the next
     * collection. A callback that has survived a collection is likely to live on, such as a listener or an executor.
     * So the oldest of those handed over since the last collection is evicted first. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final int BUCKET = 8;
    private static final int BUCKET_BITS = 9;
    private static final int PAGE_SLOTS = BUCKET << BUCKET_BITS;
    private static final int MOST_PAGES = 64;
    /** An entry takes about 100 bytes, so a full table is at most a tenth of the heap. */
    private static final long HEAP_BYTES_PER_CALLBACK = 1 << 10;

    private static final Page[] PAGES = new Page[pages(Runtime.getRuntime().maxMemory())];

    /** Cleared by the next collection. */
    private static volatile WeakReference<Object> sinceCollection = new WeakReference<>(new Object());

    /**
     * First age after the last collection. A callback with a lower age may have existed before that collection, and
     * then has survived it or was cleared.
     */
    private static volatile int ageAfterCollection;

    static {
        for (int i = 0; i < PAGES.length; i++) {
            PAGES[i] = new Page();
        }
    }

    private CallbackTable() {}

    static void initialize() {
        put(PAGES, Passing.none());
        get(PAGES);
    }

    /** Returns the number of pages for a heap of this size: a power of two. */
    static int pages(long heapBytes) {
        long pages = heapBytes / HEAP_BYTES_PER_CALLBACK / PAGE_SLOTS;
        return (int) Long.highestOneBit(Math.max(1, Math.min(pages, MOST_PAGES)));
    }

    /** Returns the last passing of a callback; null if there is none or the callback was evicted. */
    static @Nullable Passing get(Object callback) {
        int hash = System.identityHashCode(callback);
        Slots slots = PAGES[hash & PAGES.length - 1].slots;
        Entry entry = slots == null ? null : slots.find(callback, hash);
        return entry == null ? null : entry.passing;
    }

    /** Sets the last passing of a callback. */
    static void put(Object callback, Passing passing) {
        int hash = System.identityHashCode(callback);
        Slots slots = PAGES[hash & PAGES.length - 1].slots();
        Entry entry = slots.find(callback, hash);
        if (entry == null) {
            slots.add(callback, hash, passing);
        } else {
            entry.passing = passing;
        }
    }

    /** Removes a callback whose last passing has had its only run, so that its slot is free before the next collection. */
    static void remove(Object callback, Passing last) {
        int hash = System.identityHashCode(callback);
        Slots slots = PAGES[hash & PAGES.length - 1].slots;
        if (slots != null) {
            slots.remove(callback, hash, last);
        }
    }

    /** Forgets all callbacks. */
    static void clear() {
        for (Page page : PAGES) {
            page.slots = null;
        }
    }

    private static void detectCollection(int age) {
        if (sinceCollection.refersTo(null)) {
            sinceCollection = new WeakReference<>(new Object());
            ageAfterCollection = age + 1;
        }
    }

    /** A part of the table, chosen by the low bits of a callback's hash. Allocates its slots at the first use. */
    private static final class Page {
        private static final long SLOTS = UNSAFE.objectFieldOffset(Page.class, "slots");

        private volatile @Nullable Slots slots;

        Slots slots() {
            Slots before = slots;
            if (before != null) {
                return before;
            }
            Slots added = new Slots();
            Object other = UNSAFE.compareAndExchangeReference(this, SLOTS, null, added);
            return other == null ? added : (Slots) other;
        }
    }

    /** The slots of a page. The middle and the high bits of a callback's hash choose its two buckets. */
    private static final class Slots {
        private static final long COLLECTED = Long.MAX_VALUE;

        /** Identity hash codes by slot; 0 in a slot that was never used, because no object has it. */
        private final int[] hashes = new int[PAGE_SLOTS];

        private final int[] ages = new int[PAGE_SLOTS];
        private final @Nullable Entry[] entries = new Entry[PAGE_SLOTS];

        @Nullable
        Entry find(Object callback, int hash) {
            Entry entry = find(callback, hash, firstBucket(hash));
            return entry == null ? find(callback, hash, secondBucket(hash)) : entry;
        }

        private @Nullable Entry find(Object callback, int hash, int bucket) {
            for (int slot = bucket; slot < bucket + BUCKET && hashes[slot] != 0; slot++) {
                if (hashes[slot] == hash) {
                    Entry entry = entries[slot];
                    if (entry != null && entry.refersTo(callback)) {
                        return entry;
                    }
                }
            }
            return null;
        }

        void remove(Object callback, int hash, Passing last) {
            Entry entry = find(callback, hash);
            if (entry != null && entry.passing == last) {
                remove(entry, firstBucket(hash));
                remove(entry, secondBucket(hash));
            }
        }

        private void remove(Entry entry, int bucket) {
            for (int slot = bucket; slot < bucket + BUCKET; slot++) {
                if (entries[slot] == entry) {
                    entries[slot] = null; // a thread that uses the slot at this moment counts its callback as untied
                }
            }
        }

        void add(Object callback, int hash, Passing passing) {
            int age = passing.isNone() ? PassingNumbers.lastBlock() : PassingNumbers.block(passing.number);
            detectCollection(age);
            Entry added = new Entry(callback, passing);
            int slot = slotFor(hash, age);
            Entry before = entries[slot];
            UNSAFE.storeFence(); // a thread that finds the entry sees all of it
            ages[slot] = age;
            hashes[slot] = hash;
            entries[slot] = added;
            UNSAFE.fullFence();
            if (before != null && !before.refersTo(null)) {
                LossCounters.untied();
            }
            if (entries[slot] != added || hashes[slot] != hash) {
                LossCounters.untied(); // another thread has used the same slot at the same time
            }
        }

        private int slotFor(int hash, int age) {
            int first = firstBucket(hash);
            int second = secondBucket(hash);
            int inFirst = used(first);
            int inSecond = used(second);
            if (inFirst < BUCKET || inSecond < BUCKET) {
                return inFirst <= inSecond ? first + inFirst : second + inSecond;
            }
            int ofFirst = leastWanted(first, age);
            long most = unwanted(ofFirst, age);
            if (most == COLLECTED) {
                return ofFirst;
            }
            int ofSecond = leastWanted(second, age);
            return unwanted(ofSecond, age) > most ? ofSecond : ofFirst;
        }

        private int used(int bucket) {
            int used = 0;
            while (used < BUCKET && hashes[bucket + used] != 0) {
                used++;
            }
            return used;
        }

        private int leastWanted(int bucket, int age) {
            int found = bucket;
            long most = -1;
            for (int slot = bucket; slot < bucket + BUCKET && most < COLLECTED; slot++) {
                long unwanted = unwanted(slot, age);
                if (unwanted > most) {
                    most = unwanted;
                    found = slot;
                }
            }
            return found;
        }

        /** Returns how readily a slot may be reused: most readily if its callback was collected. */
        private long unwanted(int slot, int age) {
            long older = Math.max(0, age - ages[slot]);
            Entry entry = entries[slot];
            if (entry == null) {
                return COLLECTED;
            }
            if (ages[slot] >= ageAfterCollection) {
                return Integer.MAX_VALUE + older;
            }
            return entry.refersTo(null) ? COLLECTED : older;
        }

        private static int firstBucket(int hash) {
            return bucket(hash >>> 6);
        }

        private static int secondBucket(int hash) {
            return bucket(hash >>> 6 + BUCKET_BITS);
        }

        private static int bucket(int bits) {
            return (bits & (1 << BUCKET_BITS) - 1) * BUCKET;
        }
    }

    private static final class Entry extends WeakReference<Object> {
        Passing passing;

        Entry(Object callback, Passing passing) {
            super(callback);
            this.passing = passing;
        }
    }
}
