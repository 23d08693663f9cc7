// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** The chain of chunks that a thread's buffer consists of. Opens the next chunk when the thread has filled one. */
final class ChunkChain {
    /* The disk below the spool may fail, or another program may truncate it. The JVM skips a store into a page that
     * is gone, and throws an InternalError later, where the thread next calls the JVM: in the middle of the
     * application. So each store is read back, and if it is not there, the recorder has the error thrown here. A load
     * from the page is skipped as well and leaves its register as it was; that the word is in it by chance was seen
     * with the first compiler alone. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /* Always 0; no constant, so that the compilers leave the creation of an array to the JVM. */
    private static int none;

    @SuppressWarnings("UnusedVariable") // keeps the creation
    private static byte @Nullable [][] created;

    private ChunkChain() {}

    /** Fails if a word is not in memory right after it was stored. */
    @ForceInline
    static void check(long address, long stored) {
        if (UNSAFE.getLongOpaque(null, address) != stored) {
            fail();
        }
    }

    @DontInline
    private static void fail() {
        created = new byte[none][none]; // by a call of the JVM, which throws the error that it has noted
        throw new InternalError("the spool's memory is gone");
    }

    /** Opens the next chunk and stores its first word: a record with the current time, or a control record. */
    static void appendToNextChunk(ThreadBuffer buffer, long now, long word) {
        ChunkPool pool = ChunkPool.INSTANCE;
        int next = buffer.spare;
        if (next == 0) {
            buffer.waited = 0;
            next = pool.take(buffer, now);
            if (next == 0) {
                // The current chunk is full, or its base is too old for a new delta; so it takes no more records.
                buffer.position = buffer.limit;
                if (!pool.isDrain(buffer.owner)) {
                    LossCounter.lostForWantOfChunk();
                    buffer.lost++;
                }
                return;
            }
            buffer.spare = next;
        }
        long chunk = pool.address(next - 1);
        UNSAFE.putLong(null, chunk + RecordLayout.FREE_LINK, 0);
        UNSAFE.putLong(null, chunk + RecordLayout.BUFFER, buffer.number);
        UNSAFE.putLong(null, chunk + RecordLayout.BASE, now);
        UNSAFE.putLong(null, chunk + RecordLayout.OWNER, buffer.ownerId);
        UNSAFE.putLong(null, chunk + RecordLayout.THREAD, buffer.currentId);
        UNSAFE.putLong(null, chunk + RecordLayout.LOST, buffer.lost);
        UNSAFE.putLong(null, chunk + RecordLayout.CHUNK_HEADER_BYTES, word);
        check(chunk + RecordLayout.BASE, now);
        UNSAFE.putLongRelease(null, chunk + RecordLayout.SEQUENCE, buffer.sequence + 1);
        if (buffer.chunk == 0) {
            buffer.firstChunk = next;
        } else {
            long previous = pool.address(buffer.chunk - 1);
            check(previous + RecordLayout.SEQUENCE, buffer.sequence); // afterwards the drain may have freed it
            UNSAFE.putLongRelease(null, previous + RecordLayout.NEXT, next);
        }
        enterChunk(buffer, next);
    }

    /** Makes a linked chunk the current one. May be repeated. */
    private static void enterChunk(ThreadBuffer buffer, int next) {
        ChunkPool pool = ChunkPool.INSTANCE;
        long chunk = pool.address(next - 1);
        buffer.sequence = UNSAFE.getLong(null, chunk + RecordLayout.SEQUENCE);
        buffer.lost = 0;
        buffer.base = UNSAFE.getLong(null, chunk + RecordLayout.BASE);
        buffer.limit = chunk + pool.chunkBytes();
        buffer.position = chunk + RecordLayout.CHUNK_HEADER_BYTES + RecordLayout.RECORD_BYTES;
        buffer.chunk = next;
        buffer.spare = 0; // last: a spare that is still set shows that this was interrupted
    }

    /** Completes what {@link ThreadDeath} interrupted in the current thread's buffer. */
    static void repair(ThreadBuffer buffer) {
        int spare = buffer.spare;
        if (spare != 0 && isLinked(buffer, spare)) {
            enterChunk(buffer, spare);
        }
        // A stored record counts. The next one would otherwise overwrite it after the drain has read it.
        if (buffer.position < buffer.limit && UNSAFE.getLong(null, buffer.position) != 0) {
            buffer.position += RecordLayout.RECORD_BYTES;
        }
    }

    /** Returns whether a chunk that was taken for this buffer is linked to it. The drain may have read it already. */
    private static boolean isLinked(ThreadBuffer buffer, int next) {
        ChunkPool pool = ChunkPool.INSTANCE;
        long sequence = UNSAFE.getLong(null, pool.address(next - 1) + RecordLayout.SEQUENCE);
        if (sequence == 0 || buffer.chunk == 0 || buffer.chunk == next) {
            return sequence != 0 && (buffer.chunk == next || buffer.firstChunk == next);
        }
        long previous = pool.address(buffer.chunk - 1);
        // In this order: the drain frees a chunk once it has seen the link, and clears the sequence before the link.
        return UNSAFE.getLongAcquire(null, previous + RecordLayout.NEXT) == next
                || UNSAFE.getLongAcquire(null, previous + RecordLayout.SEQUENCE) != sequence - 1;
    }
}
