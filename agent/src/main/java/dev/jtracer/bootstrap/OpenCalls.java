// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.misc.Unsafe;

/** The number of calls and runs that are open on a thread, counted from its records. Confined to its thread. */
final class OpenCalls {
    /* The recorder stores that a call begins and ends, and nothing else: a counter would cost every call. So the records are
     * counted where the number is needed, each of them once. Only the current chunk can be read, because the drain recycles
     * the chunks before it: a call that began there is assumed to be open. */
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** A number of open calls that is not known. No thread ends as many within a chunk. */
    private static final int ASSUMED = 1 << 20;

    private int epoch;
    private long sequence;
    private long threadId;
    private long position;
    private int count;
    private boolean skipsEnter;

    /**
     * Returns whether a call or a run is open, or may be.
     *
     * @param chunk address of the chunk that the thread fills
     * @param chunkSequence its number in the thread's buffer, from 1
     * @param currentId id of the current thread
     * @param end address behind the last record
     */
    boolean isAny(long chunk, long chunkSequence, long currentId, long end) {
        int now = TracerSwitch.epoch();
        if (sequence != chunkSequence || epoch != now || threadId != currentId) {
            epoch = now;
            sequence = chunkSequence;
            threadId = currentId;
            begin(chunk);
        }
        for (; position < end; position += RecordLayout.RECORD_BYTES) {
            take(UNSAFE.getLong(null, position));
        }
        return count > 0;
    }

    /** Takes note that the current thread has no open call. The parameters are those of {@link #isAny}. */
    void none(long chunkSequence, long currentId, long end) {
        epoch = TracerSwitch.epoch();
        sequence = chunkSequence;
        threadId = currentId;
        position = end;
        count = 0;
        skipsEnter = false;
    }

    private void begin(long chunk) {
        position = chunk + RecordLayout.CHUNK_HEADER_BYTES;
        count = sequence > 1 && UNSAFE.getLong(null, chunk + RecordLayout.THREAD) == threadId ? ASSUMED : 0;
        skipsEnter = false;
    }

    private void take(long record) {
        switch (RecordLayout.kind(record)) {
            case RecordLayout.KIND_ENTER -> {
                count += skipsEnter ? 0 : 1;
                skipsEnter = false;
            }
            case RecordLayout.KIND_CONTROL -> {
                int code = RecordLayout.methodId(record);
                if (code == RecordLayout.CONTROL_SWITCH) {
                    // A virtual thread may have begun calls on another carrier.
                    count = RecordLayout.delta(record) == threadId ? ASSUMED : 0;
                }
                skipsEnter = code == RecordLayout.CONTROL_PASSING;
            }
            default -> count -= count > 0 ? 1 : 0;
        }
    }
}
