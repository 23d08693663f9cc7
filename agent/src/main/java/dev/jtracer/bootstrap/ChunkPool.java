// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/**
 * The pool of the spool's chunks. Application threads take and fill them; the drain reads them and gives them back.
 * Only the drain adds chunks and gives them back, so it bounds the pool.
 */
public final class ChunkPool {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /* Copied, because setMemory ends JDK 17 with a SIGBUS where the file was truncated: of the accesses inside the
     * JVM, only those of copyMemory are prepared for that. The block stays: one for the life of the JVM. */
    private static final int ZERO_BYTES = 4_096;
    private static final long ZEROES = zeroes();

    private static final int MAX_CHUNKS = 1 << 16;

    /** The single instance of this process. */
    public static final ChunkPool INSTANCE = new ChunkPool();

    private final long[] addresses = new long[MAX_CHUNKS];

    private volatile int count;
    private volatile int waitName;
    private volatile int chunkBytes;

    private final FreeChunks freeChunks = new FreeChunks(addresses);
    private final WaitingThreads waiting = new WaitingThreads(freeChunks);

    private ChunkPool() {}

    /** Returns the size of every chunk in bytes, header included: a power of two; 0 before the first were added. */
    public int chunkBytes() {
        return chunkBytes;
    }

    /** Sets the id of the name under which long waits for a chunk are recorded as calls; 0 for none. */
    public void waitName(int id) {
        waitName = id;
    }

    int waitName() {
        return waitName;
    }

    private static long zeroes() {
        long address = UNSAFE.allocateMemory(ZERO_BYTES);
        UNSAFE.setMemory(address, ZERO_BYTES, (byte) 0);
        return address;
    }

    /** Returns the number of chunks, free or not. */
    public int count() {
        return count;
    }

    /** Returns the address of a chunk by its index, from 0. */
    public long address(int index) {
        return addresses[index];
    }

    /**
     * Adds the chunks of a mapped, zeroed extent of the spool file.
     *
     * @param start address of the extent, which the caller keeps mapped until the pool is cleared
     * @param bytes size of the extent; as many whole chunks as fit are used
     * @param size size of a chunk in bytes, the same in every call
     */
    public synchronized void add(long start, long bytes, int size) {
        long address = start;
        chunkBytes = size;
        for (long i = bytes / size; i > 0 && count < MAX_CHUNKS; i--) {
            addresses[count] = address;
            address += size;
            count++;
            giveBack(count);
        }
    }

    /** Removes all chunks. No thread may use one, or wait for one. */
    synchronized void clear() {
        waiting.clear();
        freeChunks.clear();
        count = 0;
        chunkBytes = 0;
    }

    /** Returns whether chunks can still be added. */
    public boolean mayGrow() {
        return count < MAX_CHUNKS;
    }

    /** Zeroes a chunk that no thread uses any more and gives it back. Only the drain calls this. */
    public void free(int index) {
        long address = addresses[index];
        // The sequence is cleared first: if the process dies halfway, the chunk counts as free.
        UNSAFE.putLongRelease(null, address + RecordLayout.SEQUENCE, 0);
        long end = address + chunkBytes;
        for (long at = address + RecordLayout.RECORD_BYTES; at < end; at += ZERO_BYTES) {
            UNSAFE.copyMemory(ZEROES, at, Math.min(ZERO_BYTES, end - at));
        }
        giveBack(index + 1);
    }

    public boolean isEmpty() {
        return freeChunks.isEmpty();
    }

    /** Returns the number of chunks that no thread uses. */
    public int free() {
        return freeChunks.count();
    }

    /** Sets whether no chunk can become free by itself. Only the drain calls this. */
    public void exhausted(boolean none) {
        waiting.exhausted(none);
    }

    /** Registers the calling thread as the drain, which never waits for itself. */
    public void becomeDrain() {
        waiting.drain(Thread.currentThread());
    }

    boolean isDrain(Thread thread) {
        return waiting.isDrain(thread);
    }

    /**
     * Sets how long a thread that needs a chunk waits while none is free; after that its record is lost. Once a
     * thread has waited for that long in vain, no thread waits until the drain has freed a chunk. 0 disables waiting.
     */
    public void longestWaitNanos(long nanos) {
        waiting.longestNanos(nanos);
    }

    /** Releases the threads that wait for a chunk, without one. Only the drain calls this. */
    public void releaseWaiting() {
        waiting.release();
    }

    /**
     * Takes a chunk for the current thread, and waits for one if necessary.
     *
     * @param now the current time
     * @return index of the chunk plus one, or 0 if there is none
     */
    int take(ThreadBuffer buffer, long now) {
        int chunk = WaitingThreads.takeOffered(buffer);
        if (chunk == 0) {
            chunk = freeChunks.take();
        }
        return chunk != 0 || waiting.isDrain(buffer.owner) ? chunk : waiting.await(buffer, now);
    }

    private void giveBack(int link) {
        int chunk = link;
        while (chunk != 0 && !waiting.offer(chunk)) {
            freeChunks.push(chunk);
            // A thread that has joined meanwhile may have found the pool still empty.
            chunk = waiting.isEmpty() ? 0 : freeChunks.take();
        }
    }
}
