// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.concurrent.atomic.AtomicLong;

/** The source of pass numbers. A thread reserves a block at a time, so threads do not contend for one counter. */
final class PassNumbers {
    private static final int BLOCK_BITS = 10;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final AtomicLong NEXT_BLOCK = new AtomicLong();

    private PassNumbers() {}

    /** Returns the next number for a thread's buffer, from 1. Only the thread that uses the buffer calls this. */
    static long next(ThreadBuffer buffer) {
        long number = buffer.lastPass + 1;
        if ((number & (BLOCK - 1)) == 0 || number == 1) {
            number = NEXT_BLOCK.getAndIncrement() * BLOCK + 1;
        }
        buffer.lastPass = number;
        return number;
    }

    /** Returns the block of a number. Blocks are in the order of time, unlike the numbers of several threads. */
    static int block(long number) {
        return (int) (number >>> BLOCK_BITS);
    }

    /** Returns the block that was reserved last; 0 before the first. */
    static int lastBlock() {
        return (int) Math.max(0, NEXT_BLOCK.get() - 1);
    }
}
