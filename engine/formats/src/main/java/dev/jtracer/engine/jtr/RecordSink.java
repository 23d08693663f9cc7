// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.PlainCalls;
import org.jspecify.annotations.Nullable;

/** Receiver of records, in stretches of one thread, in the order in which each thread stored them. */
public interface RecordSink {
    /** Ignores all records. */
    RecordSink NONE = new RecordSink() {
        @Override
        public void record(int kind, long nanos, int methodId) {}
    };

    /** Sets the thread, perhaps a virtual one, of the records up to the next call of this method. */
    default void thread(long threadId, boolean virtual) {}

    /**
     * Names a thread: a platform thread before its first record, and again when it is renamed; a virtual thread if it
     * is one of the first that have a name of their own.
     */
    default void threadName(long threadId, String name) {}

    /** Releases the state of a platform thread that has ended and has no further records. */
    default void ended(long threadId) {}

    /**
     * Receives the entry or exit of a call.
     *
     * @param kind one of {@code SpoolLayout.KIND_ENTER}, {@code KIND_EXIT}, {@code KIND_THROW}
     * @param nanos time of the record; its origin depends on the source: {@link System#nanoTime()} of a running JVM,
     *     or the start of a recording
     */
    void record(int kind, long nanos, int methodId);

    /**
     * Receives entries and exits of calls in columns, in place of {@link #record} for each of them. The records are
     * valid, and may be changed, during the call. Their names are the ids of methods, their kinds those of
     * {@code SpoolLayout}; their track is not set.
     */
    default void records(CallRecords calls) {
        for (int i = 0; i < calls.size(); i++) {
            record(calls.kind(i), calls.tsNanos(i), calls.nameIndex(i));
        }
    }

    /**
     * Begins a stretch of records of the current thread that may go to what is returned instead of to this sink.
     * {@link PlainCalls#finish} ends it.
     *
     * @param baseNanos time, of the records' origin, from which those of the stretch count
     * @param firstNanos time of its first record, since then
     * @return null if all records are to go to this sink
     */
    default @Nullable PlainCalls plainCalls(long baseNanos, long firstNanos) {
        return null;
    }

    /** Receives the records of a block, if it has any, and empties it. */
    default void take(CallRecords calls) {
        if (calls.isEmpty()) {
            return;
        }
        try {
            records(calls);
        } finally {
            calls.clear();
        }
    }

    /**
     * Receives a control record that describes the next record of this thread, which is an entry or, after a result,
     * an exit.
     *
     * @param code {@code SpoolLayout.CONTROL_PASS}, {@code CONTROL_RUN}, {@code CONTROL_AMBIGUOUS_RUN}, before the
     *     first of them {@code CONTROL_FORWARD}, {@code CONTROL_RESULT}, {@code CONTROL_ARGUMENTS},
     *     {@code CONTROL_VALUE} or {@code CONTROL_TRACE_ID}
     * @param number number of the pass, or for a forward of the first pass; 0 for a run without a pass; or the
     *     result, the id of a text, or characters
     */
    default void link(int code, long number) {}

    /**
     * Promises that no further record is earlier than a time of the records' origin, but for one whose thread was
     * held up while it stored the record; {@link Long#MAX_VALUE} when all records have come.
     */
    default void completeUntil(long nanos) {}

    /** Receives the number of records of the current thread's buffer that were lost before the next record. */
    default void lost(long records) {}
}
