// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.names;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** The names of virtual threads that have one of their own, on their way to the drain. */
public final class VirtualNames {
    /* The name is read where a virtual thread's records begin in a buffer: a field of the thread, without a call of
     * its methods, so nothing blocks, and the thread stays on its carrier. A program may name each of a million
     * threads, so only the first ones of a recording are announced; the others are counted. */
    /** Limit of names in a recording. */
    public static final int MOST = 1_000;

    private static final int SLOTS = 1 << 12;
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long NAME = nameOffset();
    private static final AtomicReference<@Nullable Named> UNREAD = new AtomicReference<>();

    /**
     * The newest thread of each slot whose name was announced or counted, by id modulo the length. An older one of
     * the same slot was before it, or is dropped: so no thread counts twice, however often it is mounted.
     */
    private static final long[] ANNOUNCED = new long[SLOTS];

    private static final AtomicLong DROPPED = new AtomicLong();

    private static volatile int announced;

    private VirtualNames() {}

    public static void initialize() {
        // Discarded: only the class must be initialised.
        new Named(0, "");
    }

    private static long nameOffset() {
        try {
            return UNSAFE.objectFieldOffset(Thread.class, "name");
        } catch (InternalError noSuchField) {
            return Unsafe.INVALID_FIELD_OFFSET;
        }
    }

    /**
     * Announces the name of a virtual thread that begins to record on a carrier, unless the thread has none, or was
     * announced before.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // may miss one of another thread, and then announces one more
    public static void announce(Thread virtual, long id) {
        int slot = (int) id & SLOTS - 1;
        if (ANNOUNCED[slot] >= id || NAME == Unsafe.INVALID_FIELD_OFFSET) {
            return;
        }
        Object name = UNSAFE.getReference(virtual, NAME);
        if (!(name instanceof String text) || text.isEmpty()) {
            return;
        }
        ANNOUNCED[slot] = id;
        if (announced >= MOST) {
            DROPPED.getAndIncrement();
            return;
        }
        Named named = new Named(id, text);
        announced++;
        Named before;
        do {
            before = UNREAD.get();
            named.next = before;
        } while (!UNREAD.compareAndSet(before, named));
    }

    /** Returns the names announced since the last call, newest first. */
    public static @Nullable Named takeUnread() {
        return UNREAD.getAndSet(null);
    }

    /** Returns the number of threads whose name was not announced, because a recording had the most it may have. */
    public static long dropped() {
        return DROPPED.get();
    }

    /** Sets that number to 0. */
    public static void clearDropped() {
        DROPPED.set(0);
    }

    /** Forgets which names were announced. Recording must be off. */
    public static void restart() {
        Arrays.fill(ANNOUNCED, 0);
        UNREAD.set(null);
        announced = 0;
    }

    /** The name of a thread. */
    public static final class Named {
        /** Id of the thread. */
        public final long id;

        public final String name;

        private @Nullable Named next;

        Named(long id, String name) {
            this.id = id;
            this.name = name;
        }

        /** Returns the name that was announced before this one; null after the last. */
        public @Nullable Named next() {
            return next;
        }
    }
}
