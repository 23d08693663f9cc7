// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

/** Takes the records of one buffer after the other, in the order in which each thread stored them. */
public interface RecordSink {
    /**
     * The records up to the next call of this method belong to this thread.
     *
     * @param virtual whether it is a virtual thread
     */
    void thread(long threadId, boolean virtual);

    /** Releases what is kept for a platform thread that has ended; no record of it follows. */
    default void ended(long threadId) {}

    /**
     * A call was entered or left.
     *
     * @param kind one of {@code RecordLayout.KIND_ENTER}, {@code KIND_EXIT}, {@code KIND_THROW}
     * @param nanos when, counted from whatever the source of the records says: {@link System#nanoTime()} of a running
     *     JVM, the start of a recording
     */
    void record(int kind, long nanos, int methodId);

    /**
     * What the next record of this thread, which is an entry, stands for.
     *
     * @param code {@code RecordLayout.CONTROL_PASSING}, {@code CONTROL_RUN} {@code CONTROL_AMBIGUOUS_RUN} or,
     *     before the first of them, {@code CONTROL_HOP}
     * @param passing the passing's number, of a hop the number of the first; 0 for a run that belongs to none
     */
    void link(int code, long passing);

    /** Records of the current thread's buffer that were thrown away before the next record. */
    void lost(long records);
}
