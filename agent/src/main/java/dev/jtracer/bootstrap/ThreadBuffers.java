// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** Finds the buffer of the current thread, and opens its next chunk. */
public final class ThreadBuffers {
    /* A table by thread id instead of a ThreadLocal: two ThreadLocal.get() are 13 of the 15 ns that a recorder built
     * on them adds to a call's two clock reads. Two hundred threads would still share five slots by chance, so a
     * thread that finds its slot taken uses a second one; if that is taken too it searches ALL, every time.
     *
     * `buffer.direct == thread` is the only check of the fast path. A virtual thread never passes it: it looks for its
     * carrier's buffer, every time, without unmounting in between (no blocking call, no monitor, no class
     * initialisation). The spin lock below is no monitor for the same reason: since JDK 24 a virtual thread may unmount
     * at a contended monitor, and come back on another carrier. */
    private static final int SLOTS = 1 << 12;
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long THREAD_ID = UNSAFE.objectFieldOffset(Thread.class, "tid");
    private static final SpinLock LOCK = new SpinLock();

    private static final @Nullable ThreadBuffer[] SLOT = new ThreadBuffer[SLOTS];

    /**
     * Number of the buffer that a virtual thread recorded in last, by its id. Where two of them share a slot a needless
     * switch record is stored, but none is left out: another thread that writes a buffer's number here has become
     * current in that buffer.
     */
    private static final int[] LAST_BUFFER = new int[SLOTS];

    private static final @Nullable Class<?> VIRTUAL_THREAD = virtualThreadClass();

    /** Every live buffer, by owner id modulo the length; chained through {@link Entry#next}. */
    private static final @Nullable Entry[] ALL = new Entry[SLOTS];

    private static int lastNumber;
    private static @Nullable ThreadBuffer registered;

    private ThreadBuffers() {}

    /** Id of the current thread, whose buffer this is; of a virtual thread its own. */
    static long currentId(ThreadBuffer buffer) {
        return buffer.direct != null ? buffer.ownerId : currentThreadId();
    }

    @ForceInline
    static long currentThreadId() {
        return UNSAFE.getLong(Thread.currentThread(), THREAD_ID);
    }

    static void initialize() {
        // Not kept: only their classes are wanted.
        new Entry(new ThreadBuffer(0, Thread.currentThread(), 0), null);
    }

    /** The buffers made since the last call, newest first; the caller is to unlink each from the others. */
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

    /** Forgets the buffer of a thread that has ended. The chunks that it has filled are the caller's. */
    public static void forget(ThreadBuffer buffer) {
        if (buffer.spare != 0) {
            ChunkPool.INSTANCE.free(buffer.spare - 1);
        }
        int handedOver = WaitingThreads.forget(buffer);
        if (handedOver != 0) {
            ChunkPool.INSTANCE.free(handedOver - 1);
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
        // It may have run elsewhere and come back while nobody else recorded here: that ends a run of records too,
        // since the drain orders a virtual thread's records by whole runs.
        if (buffer.currentId != id || LAST_BUFFER[slot] != buffer.number) {
            attribute(buffer, id);
            LAST_BUFFER[slot] = buffer.number;
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

    /** From here on the buffer's records belong to the thread with this id: the owner, or a virtual thread on it. */
    private static void attribute(ThreadBuffer buffer, long id) {
        buffer.carrier = true;
        buffer.direct = null;
        long position = buffer.position;
        if (position < buffer.limit) {
            UNSAFE.putLongRelease(null, position, RecordLayout.control(RecordLayout.CONTROL_SWITCH, id));
            buffer.position = position + RecordLayout.RECORD_BYTES;
        }
        // Otherwise the next chunk's header will name the thread.
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
            // The drain hears of it first: after an exception in between it is found by nobody else, and stays empty.
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

    /** Opens the next chunk with a first word: a record of this moment, or a control record. */
    static void appendToNextChunk(ThreadBuffer buffer, long now, long word) {
        ChunkPool pool = ChunkPool.INSTANCE;
        int next = buffer.spare;
        if (next == 0) {
            next = pool.take(buffer, now);
            if (next == 0) {
                // The chunk at hand is full, or too old for a new delta; either way it takes no more.
                buffer.position = buffer.limit;
                if (!pool.isDrain(buffer.owner)) {
                    LossCounters.lostForWantOfChunk();
                    buffer.lost++;
                }
                return;
            }
            buffer.spare = next;
        }
        long chunk = pool.address(next - 1);
        UNSAFE.putLong(null, chunk + RecordLayout.FREE_LINK, 0);
        UNSAFE.putLong(null, chunk + RecordLayout.BUFFER, buffer.number);
        UNSAFE.putLong(null, chunk + RecordLayout.BASE, now);
        UNSAFE.putLong(null, chunk + RecordLayout.OWNER, buffer.ownerId);
        UNSAFE.putLong(null, chunk + RecordLayout.THREAD, buffer.currentId);
        UNSAFE.putLong(null, chunk + RecordLayout.LOST, buffer.lost);
        UNSAFE.putLong(null, chunk + RecordLayout.CHUNK_HEADER_BYTES, word);
        UNSAFE.putLongRelease(null, chunk + RecordLayout.SEQUENCE, buffer.sequence + 1);
        if (buffer.chunk == 0) {
            buffer.firstChunk = next;
        } else {
            UNSAFE.putLongRelease(null, pool.address(buffer.chunk - 1) + RecordLayout.NEXT, next);
        }
        enterChunk(buffer, next);
    }

    /** Takes a chunk into use that is linked. May be repeated. */
    private static void enterChunk(ThreadBuffer buffer, int next) {
        ChunkPool pool = ChunkPool.INSTANCE;
        long chunk = pool.address(next - 1);
        buffer.sequence = UNSAFE.getLong(null, chunk + RecordLayout.SEQUENCE);
        buffer.lost = 0;
        buffer.base = UNSAFE.getLong(null, chunk + RecordLayout.BASE);
        buffer.limit = chunk + pool.chunkBytes();
        buffer.position = chunk + RecordLayout.CHUNK_HEADER_BYTES + RecordLayout.RECORD_BYTES;
        buffer.chunk = next;
        buffer.spare = 0; // last: until then it is known that this was not finished
    }

    /** Finishes what {@link ThreadDeath} has interrupted in the current thread's buffer. */
    static void repairCurrent() {
        ThreadBuffer buffer = current();
        int spare = buffer.spare;
        if (spare != 0 && isLinked(buffer, spare)) {
            enterChunk(buffer, spare);
        }
        // A record that is stored counts, or the next one would take its place after the drain has read it.
        if (buffer.position < buffer.limit && UNSAFE.getLong(null, buffer.position) != 0) {
            buffer.position += RecordLayout.RECORD_BYTES;
        }
    }

    /** Whether a chunk, taken for this buffer, is linked to it; the drain may have read it already. */
    private static boolean isLinked(ThreadBuffer buffer, int next) {
        ChunkPool pool = ChunkPool.INSTANCE;
        long sequence = UNSAFE.getLong(null, pool.address(next - 1) + RecordLayout.SEQUENCE);
        if (sequence == 0 || buffer.chunk == 0 || buffer.chunk == next) {
            return sequence != 0 && (buffer.chunk == next || buffer.firstChunk == next);
        }
        long previous = pool.address(buffer.chunk - 1);
        // In this order: the drain, which frees a chunk once it has seen the link, clears the sequence first.
        return UNSAFE.getLongAcquire(null, previous + RecordLayout.NEXT) == next
                || UNSAFE.getLongAcquire(null, previous + RecordLayout.SEQUENCE) != sequence - 1;
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
