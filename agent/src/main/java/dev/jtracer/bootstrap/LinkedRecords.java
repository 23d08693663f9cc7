// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/** Records that are stored together with the control records that qualify them: all in one chunk, or none. */
final class LinkedRecords {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private LinkedRecords() {}

    static void append(ThreadBuffer buffer, long now, long link, int idAndKind) {
        if (makeRoom(buffer, now, link, 2)) {
            put(buffer, now - buffer.base << RecordLayout.DELTA_SHIFT | idAndKind);
        }
    }

    static void append(ThreadBuffer buffer, long now, long firstLink, long secondLink, int idAndKind) {
        if (makeRoom(buffer, now, firstLink, 3)) {
            put(buffer, secondLink);
            put(buffer, now - buffer.base << RecordLayout.DELTA_SHIFT | idAndKind);
        }
    }

    /** Stores the first of several records. Returns whether all of them fit; if not, they are counted as lost. */
    private static boolean makeRoom(ThreadBuffer buffer, long now, long first, int records) {
        boolean fits = buffer.limit - buffer.position >= (long) records * RecordLayout.RECORD_BYTES
                && now - buffer.base >>> RecordLayout.DELTA_BITS == 0;
        if (fits) {
            put(buffer, first);
            return true;
        }
        ThreadBuffers.appendToNextChunk(buffer, now, first);
        if (buffer.position < buffer.limit) {
            return true;
        }
        for (int i = 1; i < records; i++) {
            LossCounters.lostForWantOfChunk();
            buffer.lost++;
        }
        return false;
    }

    private static void put(ThreadBuffer buffer, long record) {
        long position = buffer.position;
        UNSAFE.putLongRelease(null, position, record);
        buffer.position = position + RecordLayout.RECORD_BYTES;
    }
}
