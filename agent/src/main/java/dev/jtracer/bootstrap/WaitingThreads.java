// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** The queue of the threads that wait for a free chunk, served in order of arrival. */
final class WaitingThreads {
    /* Any thread may join; the drain alone serves. A thread joins by pushing its buffer onto a stack, which the drain
     * reverses into its own queue. So there is no lock that a thread could hold while it is stopped or descheduled,
     * and nothing is allocated. The buffer of a thread that no longer waits stays in the queue until its turn comes.
     *
     *                 join            assign
     *   NOT_QUEUED ---------> WAITING -----------> index + 1 of its chunk ---------> NOT_QUEUED
     *        ^                 |    |                                      taken
     *        |           LEFT <+    +> GAVE_UP
     *        |             |              |
     *        +-------------+--------------+
     *           passed over by the drain
     *
     * A thread that has LEFT may join again and then keeps its turn; one that GAVE_UP does not wait again before its
     * turn would have come.
     *
     * A waiting thread parks for all of its remaining time, so more waiting threads cost no more CPU: when they
     * polled every 20 us, 64 threads on two cores spent 97 % of their CPU on it and kept the drain from running.
     * Unsafe.park parks the carrier of a virtual thread, where LockSupport.park would unmount the virtual one.
     *
     * The park permit belongs to the application. If an application thread unparks this one meanwhile, the permit
     * must not be lost, so each wait that has parked restores it, however the wait ends. LockSupport allows a park to
     * return for no reason; it does not allow a permit to be lost. */
    static final int NOT_QUEUED = 0; // the initial value of ThreadBuffer.waiting

    private static final int WAITING = -1;
    private static final int LEFT = -2;
    private static final int GAVE_UP = -3;
    private static final int REMOVED = -4;

    /* Park returns at once while the thread is interrupted, and the flag must stay set, so the thread can only
     * yield. */
    private static final long LONGEST_YIELD_NANOS = 10_000_000;

    /* Recording the calls that fill a chunk takes about as long. */
    private static final long SHORTEST_RECORDED_NANOS = 100_000;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long STATE = UNSAFE.objectFieldOffset(ThreadBuffer.class, "waiting");
    private static final long NEWEST = UNSAFE.objectFieldOffset(WaitingThreads.class, "newest");
    private static final long STALLED_SINCE = UNSAFE.objectFieldOffset(WaitingThreads.class, "stalledSince");
    private static final long INTERRUPTED = UNSAFE.objectFieldOffset(Thread.class, "interrupted");

    private final FreeChunks free;
    private volatile long longestNanos;

    /** Whether no chunk can become free by itself; set by the drain. A thread that needs one meanwhile gets none. */
    private volatile boolean exhausted;

    /** The thread that frees chunks. It may record, to measure what recording costs, but must not wait for itself. */
    private volatile @Nullable Thread drain;

    /** The stack of the buffers that have joined since the drain last emptied it. */
    private volatile @Nullable ThreadBuffer newest;

    /** The drain's own queue, which is served before {@link #newest}. */
    private @Nullable ThreadBuffer oldest;

    /** Time at which a thread first found no chunk since the drain last freed one; 0 if none has. */
    private volatile long stalledSince;

    WaitingThreads(FreeChunks free) {
        this.free = free;
    }

    /** Sets how long a thread may wait; 0 disables waiting. */
    void longestNanos(long nanos) {
        longestNanos = nanos;
    }

    void drain(Thread thread) {
        drain = thread;
    }

    boolean isDrain(Thread thread) {
        return thread == drain;
    }

    /**
     * Waits for a chunk.
     *
     * @param now the current time
     * @return index of the chunk plus one, or 0 if none is available
     */
    @SuppressWarnings("ThreadPriorityCheck") // correct without the yield, too
    int await(ThreadBuffer buffer, long now) {
        long longest = longestNanos;
        if (longest == 0 || exhausted || buffer.waiting == GAVE_UP || isStalled(now, longest)) {
            return 0;
        }
        LossCounter.WAITS.increment();
        boolean parked = false;
        try {
            join(buffer);
            // A chunk may have become free before the drain could see this thread.
            int chunk = free.take();
            while (chunk == 0 && buffer.waiting == WAITING && TracerSwitch.isOn() && !exhausted) {
                long time = System.nanoTime();
                long left = timeLeft(now, time, longest);
                if (left <= 0) {
                    leave(buffer, GAVE_UP);
                } else if (!UNSAFE.getBooleanVolatile(buffer.owner, INTERRUPTED)) {
                    parked = true;
                    UNSAFE.park(false, left);
                } else if (time - now > LONGEST_YIELD_NANOS) {
                    leave(buffer, GAVE_UP);
                } else if (buffer.direct == null) {
                    // Yielding would unmount the virtual thread.
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
            leave(buffer, LEFT);
            if (chunk == 0) {
                chunk = takeOffered(buffer);
            }
            long waited = System.nanoTime() - now;
            LossCounter.WAITED_NANOS.add(waited);
            buffer.waited = chunk == 0 || waited < SHORTEST_RECORDED_NANOS ? 0 : waited;
            return chunk;
        } finally {
            if (parked) {
                UNSAFE.unpark(buffer.owner);
            }
            leave(buffer, LEFT);
        }
    }

    /** Takes the chunk that is assigned to the current thread. Returns its index plus one, or 0 if there is none. */
    static int takeOffered(ThreadBuffer buffer) {
        int state = buffer.waiting;
        if (state <= 0) {
            return 0;
        }
        buffer.waiting = NOT_QUEUED;
        return state;
    }

    /** Offers a chunk, its index plus one, to the thread whose turn it is. Returns whether a thread was waiting. */
    boolean offer(int chunk) {
        stalledSince = 0;
        for (ThreadBuffer buffer = poll(); buffer != null; buffer = poll()) {
            if (settle(buffer, chunk)) {
                return true;
            }
        }
        return false;
    }

    /** Sets whether no chunk can become free by itself; if so, releases all waiting threads. */
    void exhausted(boolean none) {
        exhausted = none;
        if (none) {
            release();
        }
    }

    /** Releases all waiting threads without a chunk. */
    void release() {
        stalledSince = 0;
        for (ThreadBuffer buffer = poll(); buffer != null; buffer = poll()) {
            settle(buffer, NOT_QUEUED);
        }
    }

    /** Forgets the drain and the buffers of threads that no longer wait. */
    void clear() {
        release();
        exhausted = false;
        drain = null;
    }

    boolean isEmpty() {
        return oldest == null && newest == null;
    }

    /** Removes the buffer of an ended thread. Returns the index plus one of a chunk not taken by the thread, or 0. */
    static int remove(ThreadBuffer buffer) {
        return Math.max(0, UNSAFE.getAndSetInt(buffer, STATE, REMOVED));
    }

    /** Returns whether a thread has waited for its full time in vain, and the drain has freed no chunk since. */
    private boolean isStalled(long now, long longest) {
        long since = stalledSince;
        if (since == 0) {
            UNSAFE.compareAndSetLong(this, STALLED_SINCE, 0, now == 0 ? 1 : now);
            return false;
        }
        return now - since >= longest;
    }

    private long timeLeft(long start, long time, long longest) {
        long left = longest - (time - start);
        long since = stalledSince;
        return since == 0 ? left : Math.min(left, longest - (time - since));
    }

    private void join(ThreadBuffer buffer) {
        if (!UNSAFE.compareAndSetInt(buffer, STATE, LEFT, WAITING)) {
            buffer.waiting = WAITING;
            ThreadBuffer seen;
            do {
                seen = newest;
                buffer.nextWaiting = seen;
            } while (!UNSAFE.compareAndSetReference(this, NEWEST, seen, buffer));
        }
        // Wakes the drain, which pauses when there is little to do.
        UNSAFE.unpark(drain);
    }

    private static void leave(ThreadBuffer buffer, int state) {
        UNSAFE.compareAndSetInt(buffer, STATE, WAITING, state);
    }

    /** Ends the wait of a buffer's thread with a state. Returns whether the thread was waiting. */
    private static boolean settle(ThreadBuffer buffer, int outcome) {
        while (true) {
            int state = buffer.waiting;
            if (state == WAITING) {
                if (UNSAFE.compareAndSetInt(buffer, STATE, WAITING, outcome)) {
                    UNSAFE.unpark(buffer.owner);
                    return true;
                }
            } else if (state != LEFT && state != GAVE_UP || UNSAFE.compareAndSetInt(buffer, STATE, state, NOT_QUEUED)) {
                return false;
            }
        }
    }

    /** Removes the oldest buffer of the queue. */
    private @Nullable ThreadBuffer poll() {
        ThreadBuffer first = oldest;
        if (first == null && newest != null) {
            ThreadBuffer pushed = (ThreadBuffer) UNSAFE.getAndSetReference(this, NEWEST, null);
            while (pushed != null) {
                ThreadBuffer before = pushed.nextWaiting;
                pushed.nextWaiting = first;
                first = pushed;
                pushed = before;
            }
        }
        if (first != null) {
            oldest = first.nextWaiting;
            first.nextWaiting = null;
        }
        return first;
    }
}
