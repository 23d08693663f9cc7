// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import dev.jtracer.bootstrap.names.VirtualNames;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** The registry of all thread buffers. Finds the buffer that the current thread records into. */
public final class ThreadBuffers {
    /* A table by thread id replaces a ThreadLocal: a recorder built on ThreadLocals adds 15 ns to a call's two clock
     * reads, and two ThreadLocal.get() take 13 of them. Even so, two hundred threads would share five slots by
     * chance, so a thread that finds its slot taken uses a second one; if that is taken too, the thread searches ALL
     * every time.
     *
     * `buffer.direct == thread` is the only check of the fast path. A virtual thread never passes it: it looks up
     * its carrier's buffer every time, without unmounting in between (no blocking call, no monitor, no class
     * initialisation). The spin lock below is not a monitor for the same reason: since JDK 24 a virtual thread may
     * unmount at a contended monitor, and resume on another carrier. */
    private static final int SLOTS = 1 << 12;
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long THREAD_ID = UNSAFE.objectFieldOffset(Thread.class, "tid");
    private static final SpinLock LOCK = new SpinLock();

    private static final @Nullable ThreadBuffer[] SLOT = new ThreadBuffer[SLOTS];

    /**
     * Number of the buffer that a virtual thread last recorded in, indexed by thread id. Two virtual threads that
     * share a slot cause needless switch records but no missing one: a thread that writes a buffer's number here has
     * also become the current thread of that buffer.
     */
    private static final int[] LAST_BUFFER = new int[SLOTS];

    private static final @Nullable Class<?> VIRTUAL_THREAD = virtualThreadClass();

    /** Every live buffer, by owner id modulo the length; chained through {@link Entry#next}. */
    private static final @Nullable Entry[] ALL = new Entry[SLOTS];

    private static int lastNumber;
    private static @Nullable ThreadBuffer registered;

    private ThreadBuffers() {}

    /** Returns the id of the current thread, which uses this buffer; a virtual thread's own id, not its carrier's. */
    static long currentId(ThreadBuffer buffer) {
        return buffer.direct != null ? buffer.ownerId : currentThreadId();
    }

    /** Returns the id of the current thread, without its method for that, which a subclass may override. */
    @ForceInline
    public static long currentThreadId() {
        return UNSAFE.getLong(Thread.currentThread(), THREAD_ID);
    }

    static void initialize() {
        // Discarded: only their classes must be initialised.
        new Entry(new ThreadBuffer(0, Thread.currentThread(), 0), null);
    }

    /** Returns the buffers made since the last call, newest first. The caller must unlink each from the others. */
    public static @Nullable ThreadBuffer takeRegistered() {
        long holder = currentThreadId();
        try {
            LOCK.acquire(holder);
            ThreadBuffer taken = registered;
            registered = null;
            return taken;
        } finally {
            if (LOCK.holder == holder) {
                LOCK.holder = 0;
            }
        }
    }

    /** Removes the buffer of a thread that has ended. The chunks that the thread filled belong to the caller. */
    public static void remove(ThreadBuffer buffer) {
        if (buffer.spare != 0) {
            ChunkPool.INSTANCE.free(buffer.spare - 1);
        }
        int assigned = WaitingThreads.remove(buffer);
        if (assigned != 0) {
            ChunkPool.INSTANCE.free(assigned - 1);
        }
        long holder = currentThreadId();
        try {
            LOCK.acquire(holder);
            unlink(buffer);
        } finally {
            if (LOCK.holder == holder) {
                LOCK.holder = 0;
            }
        }
    }

    /** Forgets all buffers. */
    static void clear() {
        long holder = currentThreadId();
        try {
            LOCK.acquire(holder);
            Arrays.fill(SLOT, null);
            Arrays.fill(ALL, null);
            Arrays.fill(LAST_BUFFER, 0);
            registered = null;
        } finally {
            if (LOCK.holder == holder) {
                LOCK.holder = 0;
            }
        }
    }

    /**
     * Makes each virtual thread begin another run of records, announce its name again and count its calls anew.
     * Recording must be off.
     */
    public static void forgetLastBuffers() {
        Arrays.fill(LAST_BUFFER, 0);
        OpenCalls.clear();
    }

    private static void unlink(ThreadBuffer buffer) {
        int slot = slot(buffer.ownerId);
        int secondSlot = secondSlot(buffer.ownerId);
        if (SLOT[slot] == buffer) {
            SLOT[slot] = null;
        }
        if (SLOT[secondSlot] == buffer) {
            SLOT[secondSlot] = null;
        }
        Entry previous = null;
        for (Entry entry = ALL[slot]; entry != null; previous = entry, entry = entry.next) {
            if (entry.buffer == buffer) {
                if (previous == null) {
                    ALL[slot] = entry.next;
                } else {
                    previous.next = entry.next;
                }
                return;
            }
        }
    }

    /** Returns the current thread's buffer; null if the thread has recorded nothing, virtual or not. */
    static @Nullable ThreadBuffer existing() {
        Thread thread = Thread.currentThread();
        long id = UNSAFE.getLong(thread, THREAD_ID);
        if (VIRTUAL_THREAD != null && VIRTUAL_THREAD.isInstance(thread)) {
            return LAST_BUFFER[slot(id)] == 0 ? null : find(thread);
        }
        // Without the lock: the current thread has added its own entry itself, and entries of other threads that are
        // unlinked meanwhile still lead to it.
        for (Entry entry = ALL[slot(id)]; entry != null; entry = entry.next) {
            if (entry.buffer.owner == thread) {
                return current();
            }
        }
        return null;
    }

    @ForceInline
    static ThreadBuffer current() {
        Thread thread = Thread.currentThread();
        ThreadBuffer buffer = SLOT[slot(UNSAFE.getLong(thread, THREAD_ID))];
        if (buffer != null && buffer.direct == thread) {
            return buffer;
        }
        return find(thread);
    }

    private static ThreadBuffer find(Thread thread) {
        if (VIRTUAL_THREAD != null && VIRTUAL_THREAD.isInstance(thread)) {
            return ofCarrier(thread, CarrierThread.current(thread));
        }
        ThreadBuffer buffer = ofPlatform(thread);
        if (buffer.currentId != buffer.ownerId) {
            attribute(buffer, buffer.ownerId);
        }
        return buffer;
    }

    private static ThreadBuffer ofCarrier(Thread virtual, Thread carrier) {
        ThreadBuffer buffer = ofPlatform(carrier);
        long id = UNSAFE.getLong(virtual, THREAD_ID);
        int slot = slot(id);
        // The thread may have run on another carrier and returned while no other thread recorded here. That ends a
        // run of records as well, because the drain orders a virtual thread's records by whole runs.
        if (buffer.currentId != id || LAST_BUFFER[slot] != buffer.number) {
            attribute(buffer, id);
            LAST_BUFFER[slot] = buffer.number;
            VirtualNames.announce(virtual, id);
        }
        return buffer;
    }

    private static ThreadBuffer ofPlatform(Thread platform) {
        long id = UNSAFE.getLong(platform, THREAD_ID);
        ThreadBuffer buffer = SLOT[slot(id)];
        if (buffer == null || buffer.owner != platform) {
            buffer = SLOT[secondSlot(id)];
            if (buffer == null || buffer.owner != platform) {
                buffer = findOrCreate(platform, id);
            }
        }
        return buffer;
    }

    /** Attributes the buffer's records from here on to a thread by its id: the owner, or a virtual thread on it. */
    private static void attribute(ThreadBuffer buffer, long id) {
        buffer.carrier = true;
        buffer.direct = null;
        long position = buffer.position;
        if (position < buffer.limit) {
            UNSAFE.putLongRelease(null, position, RecordLayout.control(RecordLayout.CONTROL_SWITCH, id));
            buffer.position = position + RecordLayout.RECORD_BYTES;
        }
        // Otherwise the next chunk's header names the thread.
        buffer.currentId = id;
        buffer.direct = id == buffer.ownerId ? buffer.owner : null;
    }

    private static ThreadBuffer findOrCreate(Thread platform, long id) {
        int slot = slot(id);
        int secondSlot = secondSlot(id);
        try {
            LOCK.acquire(id);
            for (Entry entry = ALL[slot]; entry != null; entry = entry.next) {
                if (entry.buffer.owner == platform) {
                    return entry.buffer;
                }
            }
            ThreadBuffer buffer = new ThreadBuffer(lastNumber + 1, platform, id);
            Entry entry = new Entry(buffer, ALL[slot]);
            lastNumber++;
            // Registered with the drain first: after an exception in between, no thread finds it and it stays empty.
            buffer.nextRegistered = registered;
            registered = buffer;
            ALL[slot] = entry;
            SLOT[SLOT[slot] == null ? slot : secondSlot] = buffer;
            return buffer;
        } finally {
            if (LOCK.holder == id) {
                LOCK.holder = 0;
            }
        }
    }

    private static int slot(long id) {
        return (int) id & SLOTS - 1;
    }

    /** Spreads ids that share a first slot (Fibonacci hashing, Knuth, TAOCP 6.4). */
    private static int secondSlot(long id) {
        return (int) (id * 0x9e3779b97f4a7c15L >>> 52);
    }

    private static @Nullable Class<?> virtualThreadClass() {
        try {
            return Class.forName("java.lang.BaseVirtualThread", false, null);
        } catch (ClassNotFoundException beforeVirtualThreads) {
            return null;
        }
    }

    private static final class Entry {
        final ThreadBuffer buffer;

        @Nullable
        Entry next;

        Entry(ThreadBuffer buffer, @Nullable Entry next) {
            this.buffer = buffer;
            this.next = next;
        }
    }
}
