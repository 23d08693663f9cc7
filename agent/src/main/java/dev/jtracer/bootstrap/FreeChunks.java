// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/** The stack of free chunks, each as its index plus one. Any thread takes from it; only the drain adds to it. */
final class FreeChunks {
    /* The chunks are linked through their headers. The head is one word, `tag << 32 | 1 + index`; the tag counts
     * changes, so that a thread with a stale link cannot install it (the ABA problem of Treiber's stack). Last in,
     * first out is intended: the chunk that was zeroed last is still in the cache.
     *
     * A chunk's link is `height << 32 | 1 + index of the next`: the height is the number of chunks from it to the
     * bottom, so that they need not be counted by a variable that all threads write. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long LINK = 0xffff_ffffL;
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

    /** Returns the number of free chunks. */
    int count() {
        while (true) {
            long seen = head;
            int link = (int) seen;
            int height = link == 0 ? 0 : height(link);
            // A chunk that was taken meanwhile holds something else.
            if (head == seen) {
                return height;
            }
        }
    }

    private int height(int link) {
        return (int) (UNSAFE.getLong(null, addresses[link - 1] + RecordLayout.FREE_LINK) >>> 32);
    }

    /** Takes a chunk. Returns its index plus one, or 0 if none is free. */
    int take() {
        while (true) {
            long seen = head;
            int link = (int) seen;
            if (link == 0) {
                return 0;
            }
            long next = UNSAFE.getLong(null, addresses[link - 1] + RecordLayout.FREE_LINK) & LINK;
            if (UNSAFE.compareAndSetLong(this, HEAD, seen, nextTag(seen) | next)) {
                return link;
            }
        }
    }

    void push(int link) {
        long address = addresses[link - 1] + RecordLayout.FREE_LINK;
        while (true) {
            long seen = head;
            int below = (int) seen;
            // If that chunk is taken now, the head changes too and this is repeated.
            long height = below == 0 ? 1 : height(below) + 1;
            UNSAFE.putLong(null, address, height << 32 | below);
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
