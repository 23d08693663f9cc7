// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * The buffer of one platform thread: a chain of chunks, the last of which the thread fills. Only the owner writes
 * these fields; the drain follows the chain through the chunks' headers.
 */
public final class ThreadBuffer {
    /* One buffer per platform thread, shared by the virtual threads that it carries: a buffer for each of a million
     * virtual threads would take 64 GB. A switch record names the thread of the records after it. */

    /** Number of this buffer in the process, from 1. */
    public final int number;

    /** The platform thread. */
    public final Thread owner;

    /** Id of {@link #owner}. */
    public final long ownerId;

    /** Whether a virtual thread has ever recorded here; set before its first record. */
    public volatile boolean carrier;

    /** Index of the first chunk plus one; 0 until the first record. Written once, before any other chunk exists. */
    public volatile int firstChunk;

    @Nullable
    ThreadBuffer nextRegistered;

    /**
     * Id of the thread whose records are stored: {@link #owner}, or a virtual thread mounted on it. A reference to
     * the thread would keep it reachable after its end.
     */
    long currentId;

    /** The owner while it is the current thread, else null. A thread that reads itself here owns the buffer. */
    @Nullable
    Thread direct;

    /** Address of the next record; at {@link #limit} when the chunk is full or there is none. */
    long position;

    /** Address of the chunk's end, exclusive. */
    long limit;

    /** Time that the chunk's records count from, in {@link System#nanoTime()}. */
    long base;

    /** Index plus one of the chunk being filled; 0 when there is none. */
    int chunk;

    /** Index plus one of a chunk that was taken and is not in use yet; 0 when there is none. */
    int spare;

    /** Nanoseconds that the thread has waited for the chunk that it opens, if they are to be recorded; else 0. */
    long waited;

    /** State in {@link WaitingThreads}; positive for the index plus one of a chunk that is assigned. */
    volatile int waiting;

    /** The buffer behind this one in the queue or stack of {@link WaitingThreads}. */
    @Nullable
    ThreadBuffer nextWaiting;

    long sequence;

    /** The owner's open calls that involve callbacks. */
    final OpenFrames frames = new OpenFrames();

    /** Number of the owner's open calls, see {@link OpenCalls}. */
    int openCalls;

    /** Number of the last pass recorded here; 0 before the first. */
    long lastPass;

    /** Number of records discarded since the last chunk was opened. */
    long lost;

    ThreadBuffer(int number, Thread owner, long ownerId) {
        this.number = number;
        this.owner = owner;
        this.ownerId = ownerId;
        this.currentId = ownerId;
        this.direct = owner;
    }

    /**
     * Drops the application's objects that calls left here when recording was turned off. Called by the tracer's
     * thread, once recording is off; the owner does so itself only when it records again.
     */
    public void forgetCallbacks() {
        frames.forgetCallbacks();
    }

    /** Forgets the calls of earlier recordings. Called by the tracer's thread, while recording is off. */
    public void forgetCalls() {
        openCalls = 0;
    }

    /**
     * Unlinks this buffer from the rest of a list taken with {@link ThreadBuffers#takeRegistered}, and returns the
     * rest. A buffer that stays linked keeps the threads behind it reachable for as long as its own thread lives.
     */
    public @Nullable ThreadBuffer unlinkRegistered() {
        ThreadBuffer rest = nextRegistered;
        nextRegistered = null;
        return rest;
    }
}
