// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The number of calls that are open on each thread: of included methods, requests, statements and the application's
 * callbacks, and not of tasks. A call whose begin is missing is not counted, so each that is counted is open.
 */
final class OpenCalls {
    /* A platform thread counts in its buffer. A virtual thread, which may go on with another carrier's buffer at any
     * call, counts in a table of the threads that have open calls: a bucket of eight numbers by the thread's id, each
     * of the id and the count. Only its thread changes a number, and takes a free one by compare-and-set. A thread
     * that finds its bucket full is not counted. */
    private static final VarHandle NUMBER = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int BUCKET_BITS = 3;
    private static final int BUCKET = 1 << BUCKET_BITS;
    private static final int TABLE_BITS = 15;
    private static final int COUNT_BITS = 16;
    private static final long MOST = (1L << COUNT_BITS) - 1;
    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

    private static final VarHandle TABLE = MethodHandles.arrayElementVarHandle(long[][].class);
    private static final long[] NONE = {};
    /** The table alone, made when the first virtual thread records, since most programs have none. */
    private static final long[][] VIRTUAL = {NONE};

    private OpenCalls() {}

    static void initialize() {
        begunByVirtual(1);
        endedByVirtual(1);
        VIRTUAL[0] = NONE;
    }

    /** Forgets the calls of all virtual threads. Recording must be off. */
    static void clear() {
        Arrays.fill(VIRTUAL[0], 0);
    }

    /** Counts a call that has begun on the current thread, which uses this buffer. */
    @ForceInline
    static void begun(ThreadBuffer buffer) {
        if (buffer.direct != null) {
            buffer.openCalls++;
        } else {
            begunByVirtual(buffer.currentId);
        }
    }

    /** Counts that a call ends on the current thread, which uses this buffer. */
    @ForceInline
    static void ended(ThreadBuffer buffer) {
        if (buffer.direct == null) {
            endedByVirtual(buffer.currentId);
        } else if (buffer.openCalls > 0) {
            buffer.openCalls--;
        }
    }

    /** Returns the number of calls that are open on the current thread, which uses this buffer. */
    static int count(ThreadBuffer buffer) {
        return buffer.direct != null ? buffer.openCalls : countOfVirtual(buffer.currentId);
    }

    static int countOfVirtual(long id) {
        long[] table = VIRTUAL[0];
        int slot = find(table, id);
        return slot < 0 ? 0 : (int) (table[slot] & MOST);
    }

    static void begunByVirtual(long id) {
        long[] table = VIRTUAL[0];
        int slot = find(table, id);
        if (slot < 0) {
            add(id);
        } else if ((table[slot] & MOST) < MOST) {
            table[slot]++;
        }
    }

    private static void add(long id) {
        if (VIRTUAL[0] == NONE) {
            TABLE.compareAndSet(VIRTUAL, 0, NONE, new long[1 << TABLE_BITS]); // the first of several threads
        }
        long[] table = VIRTUAL[0];
        int first = bucket(id);
        for (int slot = first; slot < first + BUCKET; slot++) {
            if (table[slot] == 0 && NUMBER.compareAndSet(table, slot, 0L, id << COUNT_BITS | 1)) {
                return;
            }
        }
    }

    private static void endedByVirtual(long id) {
        long[] table = VIRTUAL[0];
        int slot = find(table, id);
        if (slot >= 0) {
            long others = table[slot] - 1;
            table[slot] = (others & MOST) == 0 ? 0 : others;
        }
    }

    /** Returns the index of a thread's number; -1 if it has none. */
    private static int find(long[] table, long id) {
        int first = bucket(id);
        for (int slot = first; slot < first + BUCKET && slot < table.length; slot++) {
            if (table[slot] >>> COUNT_BITS == id) {
                return slot;
            }
        }
        return -1;
    }

    private static int bucket(long id) {
        return (int) (id * GOLDEN_RATIO >>> Long.SIZE - TABLE_BITS + BUCKET_BITS) << BUCKET_BITS;
    }
}
