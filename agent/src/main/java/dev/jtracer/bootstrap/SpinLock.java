// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/**
 * A lock that is held for a few instructions. To be released in a {@code finally} block around {@link #acquire}, by setting
 * {@link #holder} to 0 if it is the thread's own id.
 */
final class SpinLock {
    /* No monitor: a virtual thread may unmount at a contended one since JDK 24. Thread.stop can throw between any two
     * instructions, also between those that take the lock and those that know of it. So the lock names its holder, and a
     * thread that finds itself there has it. It is released by a store and not by a call, for which there may be no stack
     * left. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long HOLDER = UNSAFE.objectFieldOffset(SpinLock.class, "holder");

    /** Id of the thread that holds the lock; 0 while nobody does. */
    volatile long holder;

    /** @param threadId of the current platform thread, or of the one that carries it */
    void acquire(long threadId) {
        while (holder != threadId && !UNSAFE.compareAndSetLong(this, HOLDER, 0, threadId)) {
            Thread.onSpinWait();
        }
    }
}
