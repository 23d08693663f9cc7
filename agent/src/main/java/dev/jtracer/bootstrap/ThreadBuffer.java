// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * Where one platform thread stores its records: a chain of chunks, of which it fills the last. The owner alone writes
 * these fields; the drain follows the chain through the chunks' headers.
 */
public final class ThreadBuffer {
    /* One buffer a platform thread, also for the virtual threads that it carries: a buffer for each of a million
     * virtual threads would be 64 GB. A switch record tells whose records follow. */

    /** Number of this buffer in the process, from 1. */
    public final int number;

    /** The platform thread. */
    public final Thread owner;

    /** Id of {@link #owner}. */
    public final long ownerId;

    /** Whether a virtual thread was ever seen here; set before its first record. */
    public volatile boolean carrier;

    /** Index of the first chunk plus one; 0 until the first record. Written once, before any other chunk exists. */
    public volatile int firstChunk;

    @Nullable
    ThreadBuffer nextRegistered;

    /**
     * Id of the thread whose records are stored: {@link #owner}, or a virtual thread mounted on it. Not the thread itself,
     * which would stay reachable after its end.
     */
    long currentId;

    /** The owner while it is the current thread, else null. So whoever finds itself here is the owner, wherever it looks. */
    @Nullable
    Thread direct;

    /** Address of the next record; at {@link #limit} when the chunk is full or there is none. */
    long position;

    /** Address just behind the chunk. */
    long limit;

    /** What the chunk's records count from, in {@link System#nanoTime()}. */
    long base;

    /** Index plus one of the chunk being filled; 0 when there is none. */
    int chunk;

    /** Index plus one of a chunk that was taken and is not in use yet; 0 when there is none. */
    int spare;

    /** State in {@link WaitingThreads}; positive for the index plus one of a chunk that was handed over. */
    volatile int waiting = WaitingThreads.NOT_QUEUED;

    /** The buffer behind this one in the queue or stack of {@link WaitingThreads}. */
    @Nullable
    ThreadBuffer nextWaiting;

    long sequence;

    /** The owner's open calls that have to do with callbacks. */
    final OpenFrames frames = new OpenFrames();

    /** Number of the last passing noted here; 0 before the first. */
    long lastPassing;

    /** Records thrown away since the last chunk was opened. */
    long lost;

    ThreadBuffer(int number, Thread owner, long ownerId) {
        this.number = number;
        this.owner = owner;
        this.ownerId = ownerId;
        this.currentId = ownerId;
        this.direct = owner;
    }

    /**
     * Unlinks this buffer from the rest of a list taken with {@link ThreadBuffers#takeRegistered}, and returns the rest. A
     * buffer that stays linked keeps the threads behind it reachable for as long as its own thread lives.
     */
    public @Nullable ThreadBuffer unlinkRegistered() {
        ThreadBuffer rest = nextRegistered;
        nextRegistered = null;
        return rest;
    }
}
