// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/** The stack of free chunks, each given as its index plus one. Any thread takes from it; only the drain adds to it. */
final class FreeChunks {
    /* The chunks are linked through their headers. The head is one word, `tag << 32 | 1 + index`; the tag counts
     * changes, so that a thread with a stale link cannot install it (the ABA problem of Treiber's stack). Last in,
     * first out is intended: the chunk that was zeroed last is still in the cache. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long HEAD = UNSAFE.objectFieldOffset(FreeChunks.class, "head");

    private final long[] addresses;

    @SuppressWarnings("unused") // by Unsafe
    private volatile long head;

    /** @param addresses addresses of the chunks by index; filled in before a chunk is pushed */
    FreeChunks(long[] addresses) {
        this.addresses = addresses;
    }

    boolean isEmpty() {
        return (int) head == 0;
    }

    /** Takes a chunk. Returns its index plus one, or 0 if none is free. */
    int take() {
        while (true) {
            long seen = head;
            int link = (int) seen;
            if (link == 0) {
                return 0;
            }
            long next = UNSAFE.getLong(null, addresses[link - 1] + RecordLayout.FREE_LINK);
            if (UNSAFE.compareAndSetLong(this, HEAD, seen, nextTag(seen) | next)) {
                return link;
            }
        }
    }

    void push(int link) {
        long address = addresses[link - 1] + RecordLayout.FREE_LINK;
        while (true) {
            long seen = head;
            UNSAFE.putLong(null, address, seen & 0xffff_ffffL);
            if (UNSAFE.compareAndSetLong(this, HEAD, seen, nextTag(seen) | link)) {
                return;
            }
        }
    }

    /** Removes all chunks. */
    void clear() {
        head = nextTag(head);
    }

    private static long nextTag(long seen) {
        return (seen >>> 32) + 1 << 32;
    }
}
