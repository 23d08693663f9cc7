// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The storing of records in a thread's buffer. Linked records, which are control records and the record that they
 * qualify, are stored all in one chunk, or none.
 */
final class Records {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private Records() {}

    @ForceInline
    static void append(ThreadBuffer buffer, long now, int idAndKind) {
        long position = buffer.position;
        long delta = now - buffer.base;
        if (position >= buffer.limit || delta >>> RecordLayout.DELTA_BITS != 0) {
            ChunkChain.appendToNextChunk(buffer, now, idAndKind);
            if (buffer.waited != 0) {
                appendWait(buffer, now, idAndKind);
            }
            return;
        }
        long record = delta << RecordLayout.DELTA_SHIFT | idAndKind;
        UNSAFE.putLongRelease(null, position, record);
        ChunkChain.check(position, record);
        buffer.position = position + RecordLayout.RECORD_BYTES;
    }

    static void appendLinked(ThreadBuffer buffer, long now, long link, int idAndKind) {
        if (makeRoom(buffer, now, link, 2)) {
            putLast(buffer, now, idAndKind);
        }
    }

    static void appendLinked(ThreadBuffer buffer, long now, long firstLink, long secondLink, int idAndKind) {
        if (makeRoom(buffer, now, firstLink, 3)) {
            put(buffer, secondLink);
            putLast(buffer, now, idAndKind);
        }
    }

    static void appendLinked(ThreadBuffer buffer, long now, long[] links, int idAndKind) {
        if (links.length == 0) {
            append(buffer, now, idAndKind);
        } else if (makeRoom(buffer, now, links[0], links.length + 1)) {
            for (int i = 1; i < links.length; i++) {
                put(buffer, links[i]);
            }
            putLast(buffer, now, idAndKind);
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
        ChunkChain.appendToNextChunk(buffer, now, first);
        if (buffer.position < buffer.limit) {
            return true;
        }
        for (int i = 1; i < records; i++) {
            LossCounter.lostForWantOfChunk();
            buffer.lost++;
        }
        return false;
    }

    /** Stores the record that control records qualify. */
    private static void putLast(ThreadBuffer buffer, long now, int idAndKind) {
        put(buffer, now - buffer.base << RecordLayout.DELTA_SHIFT | idAndKind);
        if (buffer.waited != 0) {
            appendWait(buffer, now, idAndKind);
        }
    }

    private static void put(ThreadBuffer buffer, long record) {
        long position = buffer.position;
        UNSAFE.putLongRelease(null, position, record);
        ChunkChain.check(position, record);
        buffer.position = position + RecordLayout.RECORD_BYTES;
    }

    /**
     * Records the wait for the chunk that was just opened, if it was long, as a call of its own: else it would be the
     * time of the application's call. Does nothing where it would be no part of a call.
     *
     * @param now when the wait began: the time of the chunk's first record
     * @param idAndKind of the record for which the chunk was opened
     */
    private static void appendWait(ThreadBuffer buffer, long now, int idAndKind) {
        long waited = buffer.waited;
        buffer.waited = 0;
        int name = ChunkPool.INSTANCE.waitName();
        boolean begins = (idAndKind & RecordLayout.KIND_MASK) == RecordLayout.KIND_ENTER;
        if (name != 0 && (begins || OpenCalls.count(buffer) > 0)) {
            append(buffer, now, name << RecordLayout.KIND_BITS);
            append(buffer, now + waited, name << RecordLayout.KIND_BITS | RecordLayout.KIND_EXIT);
        }
    }
}
