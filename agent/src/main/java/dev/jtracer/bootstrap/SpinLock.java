// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/**
 * A lock that is held for a few instructions. It must be released in a {@code finally} block around {@link #acquire},
 * by setting {@link #holder} to 0 if it is the thread's own id.
 */
final class SpinLock {
    /* Not a monitor: since JDK 24 a virtual thread may unmount at a contended one. Thread.stop can throw between any
     * two instructions, even between taking the lock and entering a block that releases it. So the lock stores its
     * holder's id, and a thread that reads its own id there holds the lock. A store releases it, not a call, because
     * the stack may have no room left for a call. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long HOLDER = UNSAFE.objectFieldOffset(SpinLock.class, "holder");

    /** Id of the thread that holds the lock; 0 while it is free. */
    volatile long holder;

    /**
     * Spins until the current thread holds the lock.
     *
     * @param threadId id of the current platform thread, or of the carrier of the current virtual thread
     */
    void acquire(long threadId) {
        while (holder != threadId && !UNSAFE.compareAndSetLong(this, HOLDER, 0, threadId)) {
            Thread.onSpinWait();
        }
    }
}
