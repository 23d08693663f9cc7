// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/** A reader of chunks in memory, by address, for the drain. {@link RecordLayout} defines the layout. */
public final class Chunk {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private Chunk() {}

    /** Returns one word of the header, for example {@link RecordLayout#BASE}. */
    @ForceInline
    public static long header(long chunk, int offset) {
        return UNSAFE.getLongAcquire(null, chunk + offset);
    }

    /**
     * Copies committed records, up to the first missing one.
     *
     * @param chunk address of the chunk
     * @param from index of the first record to copy, from 0
     * @param to index of the record to stop before; at most the chunk's capacity
     * @param words receives the records from its index 0 on
     * @return number of records copied
     */
    public static int copy(long chunk, int from, int to, long[] words) {
        long address = chunk + RecordLayout.CHUNK_HEADER_BYTES + (long) from * RecordLayout.RECORD_BYTES;
        int count = 0;
        for (int most = to - from; count < most; count++) {
            // Acquire, so that a record is never seen before what its thread wrote earlier, such as a name.
            long record = UNSAFE.getLongAcquire(null, address);
            if (record == 0) {
                break;
            }
            words[count] = record;
            address += RecordLayout.RECORD_BYTES;
        }
        return count;
    }
}
