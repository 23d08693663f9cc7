// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** The registry of all thread buffers: finds the current thread's buffer and opens its next chunk. */
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
     * Number of the buffer that a virtual thread last recorded in, indexed by thread id. Two virtual threads that share
     * a slot cause needless switch records but no missing one: a thread that writes a buffer's number here has also
     * become the current thread of that buffer.
     */
    private static final int[] LAST_BUFFER = new int[SLOTS];

    private static final @Nullable Class<?> VIRTUAL_THREAD = virtualThreadClass();

    /** Every live buffer, by owner id modulo the length; chained through {@link Entry#next}. */
    private static final @Nullable Entry[] ALL = new Entry[SLOTS];

    private static int lastNumber;
    private static @Nullable ThreadBuffer registered;

    private ThreadBuffers() {}

    /**
     * Returns the id of the current thread, which uses this buffer; for a virtual thread its own id, not its carrier's.
     */
    static long currentId(ThreadBuffer buffer) {
        return buffer.direct != null ? buffer.ownerId : currentThreadId();
    }

    @ForceInline
    static long currentThreadId() {
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
        // The thread may have run on another carrier and returned while no other thread recorded here. That ends a run
        // of records as well, because the drain orders a virtual thread's records by whole runs.
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

    /**
     * Attributes the buffer's records from here on to the thread with this id: the owner, or a virtual thread on it.
     */
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
            // Registered with the drain first: after an exception in between, no thread finds the buffer and it stays
            // empty.
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

    /** Opens the next chunk and stores its first word: a record with the current time, or a control record. */
    static void appendToNextChunk(ThreadBuffer buffer, long now, long word) {
        ChunkPool pool = ChunkPool.INSTANCE;
        int next = buffer.spare;
        if (next == 0) {
            next = pool.take(buffer, now);
            if (next == 0) {
                // The current chunk is full, or its base is too old for a new delta; either way it takes no more
                // records.
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

    /** Makes a linked chunk the current one. May be repeated. */
    private static void enterChunk(ThreadBuffer buffer, int next) {
        ChunkPool pool = ChunkPool.INSTANCE;
        long chunk = pool.address(next - 1);
        buffer.sequence = UNSAFE.getLong(null, chunk + RecordLayout.SEQUENCE);
        buffer.lost = 0;
        buffer.base = UNSAFE.getLong(null, chunk + RecordLayout.BASE);
        buffer.limit = chunk + pool.chunkBytes();
        buffer.position = chunk + RecordLayout.CHUNK_HEADER_BYTES + RecordLayout.RECORD_BYTES;
        buffer.chunk = next;
        buffer.spare = 0; // last: a spare that is still set shows that this was interrupted
    }

    /** Completes what {@link ThreadDeath} interrupted in the current thread's buffer. */
    static void repairCurrent() {
        ThreadBuffer buffer = current();
        int spare = buffer.spare;
        if (spare != 0 && isLinked(buffer, spare)) {
            enterChunk(buffer, spare);
        }
        // A stored record counts. The next one would otherwise overwrite it after the drain has read it.
        if (buffer.position < buffer.limit && UNSAFE.getLong(null, buffer.position) != 0) {
            buffer.position += RecordLayout.RECORD_BYTES;
        }
    }

    /**
     * Returns whether a chunk that was taken for this buffer is linked to it. The drain may have read the chunk
     * already.
     */
    private static boolean isLinked(ThreadBuffer buffer, int next) {
        ChunkPool pool = ChunkPool.INSTANCE;
        long sequence = UNSAFE.getLong(null, pool.address(next - 1) + RecordLayout.SEQUENCE);
        if (sequence == 0 || buffer.chunk == 0 || buffer.chunk == next) {
            return sequence != 0 && (buffer.chunk == next || buffer.firstChunk == next);
        }
        long previous = pool.address(buffer.chunk - 1);
        // In this order: the drain frees a chunk once it has seen the link, and clears the sequence before the link.
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
