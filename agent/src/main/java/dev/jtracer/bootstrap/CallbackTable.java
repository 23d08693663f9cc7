// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * A table of the last passes of callbacks that cannot store it themselves: objects of the application's own classes.
 * It holds a bounded number of callbacks, weakly and by identity.
 */
final class CallbackTable {
    /* A callback may be in one of two buckets of eight slots. So an operation costs at most sixteen comparisons,
     * whether the table is empty or full, and nothing is ever moved or searched as a whole. Two buckets instead of
     * one let the table fill to nine tenths before a callback is evicted.
     *
     * No lock: a thread that loses its CPU, or ends by an asynchronous exception, blocks no other thread. Two
     * threads that pass a new callback at once may both add it; a lookup always finds the one that is first in
     * the order of the slots. No monitor and no ReferenceQueue, which contains one: a virtual thread may unmount at
     * a contended monitor.
     *
     * Most callbacks are garbage soon after they were passed, but the table can detect it only after the next
     * collection. A callback that has survived a collection is likely to live on, such as a listener or an executor.
     * So the oldest of those passed since the last collection is evicted first.
     *
     * The hash is random, so the slots of a large table are rarely in a CPU's cache: several misses for a task that
     * is passed, and for its run. So tasks that leave the table when they run share one small page, as long as
     * there is room in their two buckets there. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final int BUCKET = 8;
    private static final int BUCKET_BITS = 9;
    private static final int PAGE_SLOTS = BUCKET << BUCKET_BITS;
    private static final int MOST_PAGES = 64;
    /** An entry takes about 100 bytes, so a full table is at most a tenth of the heap. */
    private static final long HEAP_BYTES_PER_CALLBACK = 1 << 10;

    /** The page of the tasks that find room in it. */
    private static final Page TASKS = new Page();

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
        Pass last = Pass.none();
        addTask(PAGES, last);
        put(PAGES, last, Pass.none());
        put(TASKS, null, last);
        clear();
    }

    /** Returns the number of pages for a heap of this size: a power of two. */
    static int pages(long heapBytes) {
        long pages = heapBytes / HEAP_BYTES_PER_CALLBACK / PAGE_SLOTS;
        return (int) Long.highestOneBit(Math.max(1, Math.min(pages, MOST_PAGES)));
    }

    /** Returns the last pass of a callback; null if there is none or the callback was evicted. */
    static @Nullable Pass get(Object callback) {
        Entry entry = find(callback, System.identityHashCode(callback));
        return entry == null ? null : entry.pass;
    }

    private static @Nullable Entry find(Object callback, int hash) {
        Slots tasks = TASKS.slots;
        Entry entry = tasks == null ? null : tasks.find(callback, hash);
        if (entry != null) {
            return entry;
        }
        Slots slots = page(hash).slots;
        return slots == null ? null : slots.find(callback, hash);
    }

    private static Page page(int hash) {
        return PAGES[hash & PAGES.length - 1];
    }

    /**
     * Sets the last pass of a callback, if it still has the one before.
     *
     * @param last what {@link #get} has found; null for none
     * @return false if another thread has passed, removed or evicted the callback since then
     */
    static boolean put(Object callback, @Nullable Pass last, Pass pass) {
        int hash = System.identityHashCode(callback);
        Entry entry = find(callback, hash);
        if (entry != null) {
            return last != null && entry.replace(last, pass);
        }
        if (last == null) {
            add(new Entry(callback, pass), hash, age(pass));
        }
        return last == null;
    }

    private static void add(Entry added, int hash, int age) {
        page(hash).slots().add(added, hash, age);
    }

    /** Sets the first pass of a task that is expected to be removed soon. */
    static void addTask(Object task, Pass pass) {
        int hash = System.identityHashCode(task);
        int age = age(pass);
        Entry added = new Entry(task, pass);
        if (!TASKS.slots().addIfFree(added, hash, age)) {
            add(added, hash, age);
        }
    }

    private static int age(Pass added) {
        int age = added.isNone() ? PassNumbers.lastBlock() : PassNumbers.block(added.number);
        detectCollection(age);
        return age;
    }

    /** Removes a callback whose last pass had its only run, so that its slot is free before the next collection. */
    static void remove(Object callback, Pass last) {
        int hash = System.identityHashCode(callback);
        Slots tasks = TASKS.slots;
        if (tasks == null || !tasks.remove(callback, hash, last)) {
            Slots slots = page(hash).slots;
            if (slots != null) {
                slots.remove(callback, hash, last);
            }
        }
    }

    /** Forgets all callbacks. */
    static void clear() {
        TASKS.slots = null;
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
        /* Not Unsafe, where the offset of an array's first element is an int before JDK 25 and a long since. */
        private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(Entry[].class);
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
            // A slot before the callback's may have been taken by a thread that has not written its hash yet.
            for (int slot = bucket; slot < bucket + BUCKET; slot++) {
                if (hashes[slot] == hash) {
                    Entry entry = entries[slot];
                    if (entry != null && entry.pass != null && entry.refersTo(callback)) {
                        return entry;
                    }
                }
            }
            return null;
        }

        /** Returns whether it has found the callback. Removes it if its last pass is still the same. */
        boolean remove(Object callback, int hash, Pass last) {
            Entry entry = find(callback, hash);
            if (entry != null && entry.replace(last, null) && !remove(entry, firstBucket(hash))) {
                remove(entry, secondBucket(hash));
            }
            return entry != null;
        }

        private boolean remove(Entry entry, int bucket) {
            for (int slot = bucket; slot < bucket + BUCKET; slot++) {
                if (ENTRY.compareAndSet(entries, slot, entry, (Entry) null)) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Adds a task if one of its slots is free: never used, or its callback was removed or collected. Returns
         * whether it was.
         */
        boolean addIfFree(Entry added, int hash, int age) {
            return addIfFree(added, hash, age, firstBucket(hash)) || addIfFree(added, hash, age, secondBucket(hash));
        }

        private boolean addIfFree(Entry added, int hash, int age, int bucket) {
            for (int slot = bucket; slot < bucket + BUCKET; slot++) {
                Entry before = entries[slot];
                // Two threads that take the same slot would be frequent in a small page.
                if (isFree(before, slot) && ENTRY.compareAndSet(entries, slot, before, added)) {
                    ages[slot] = age;
                    hashes[slot] = hash;
                    return true;
                }
            }
            return false;
        }

        private boolean isFree(@Nullable Entry entry, int slot) {
            return entry == null || ages[slot] < ageAfterCollection && entry.refersTo(null);
        }

        void add(Entry added, int hash, int age) {
            int slot = slotFor(hash, age);
            Entry before = entries[slot];
            UNSAFE.storeFence(); // a thread that finds the entry sees all of it
            ages[slot] = age;
            hashes[slot] = hash;
            entries[slot] = added;
            UNSAFE.fullFence();
            if (before != null && !before.refersTo(null)) {
                LossCounter.UNLINKED.increment();
            }
            if (entries[slot] != added || hashes[slot] != hash) {
                LossCounter.UNLINKED.increment(); // another thread has used the same slot at the same time
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
            if (isFree(entries[slot], slot)) {
                return COLLECTED;
            }
            return ages[slot] < ageAfterCollection ? older : Integer.MAX_VALUE + older;
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
        private static final long PASS = UNSAFE.objectFieldOffset(Entry.class, "pass");

        /** Null after the removal: a pass that is set at that moment must not go with its slot. */
        volatile @Nullable Pass pass;

        Entry(Object callback, Pass pass) {
            super(callback);
            this.pass = pass;
        }

        boolean replace(Pass last, @Nullable Pass next) {
            return UNSAFE.compareAndSetReference(this, PASS, last, next);
        }
    }
}
