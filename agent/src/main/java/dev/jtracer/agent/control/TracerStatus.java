// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.util.List;

/**
 * A snapshot of the tracer's state and of its counters since the JVM started.
 *
 * @param recording whether calls are being recorded now
 * @param recordings recordings started so far
 * @param output the file of the current or last recording; empty before the first
 * @param events records drained from the application's threads
 * @param lostEvents lost records of all of the following causes
 * @param lostNoFreeBuffer records lost because no buffer was free
 * @param lostAtStop records of threads that waited for a buffer when a recording stopped
 * @param lostAtStackEnd records lost because a thread had no stack left
 * @param recorderFailures records lost to other errors of the recorder
 * @param waits number of waits of application threads for a free buffer
 * @param waitedNanos total duration of these waits over all threads
 * @param classesWoven classes changed
 * @param methodsWoven methods changed
 * @param methodsSkipped methods of included classes left out because the woven code would exceed a limit of class files
 * @param classesFailed classes left unchanged because weaving them failed
 * @param unwrapped lambdas left unwrapped because wrapping them failed; their runs are not recorded
 * @param untiedCallbacks callbacks replaced by newer ones; runs of those still in use show as calls
 * @param runsLeftOut runs of callbacks left out because their passing had reached the limit of recorded runs
 * @param droppedPoints lines of text and stalls left out because they came faster than they could be written
 * @param overheadNanosPerTiming measured cost of one timing, in nanoseconds; 0 before the first recording
 */
public record TracerStatus(
        boolean recording,
        int recordings,
        String output,
        long events,
        long lostEvents,
        long lostNoFreeBuffer,
        long lostAtStop,
        long lostAtStackEnd,
        long recorderFailures,
        long waits,
        long waitedNanos,
        long classesWoven,
        long methodsWoven,
        long methodsSkipped,
        long classesFailed,
        long unwrapped,
        long untiedCallbacks,
        long runsLeftOut,
        long droppedPoints,
        double overheadNanosPerTiming) {
    /**
     * One figure with its names.
     *
     * @param key its name for programs
     * @param label its name for people
     * @param value a Boolean, Integer, Long, Double or String
     */
    record Item(String key, String label, Object value) {}

    /** Returns all figures in display order. */
    List<Item> items() {
        return List.of(
                new Item("recording", "recording", recording),
                new Item("output", "output", output),
                new Item("recordings", "recordings", recordings),
                new Item("events", "events", events),
                new Item("lostEvents", "lost events", lostEvents),
                new Item("lostNoFreeBuffer", "- no buffer free", lostNoFreeBuffer),
                new Item("lostAtStop", "- at the stop", lostAtStop),
                new Item("lostAtStackEnd", "- at stack's end", lostAtStackEnd),
                new Item("recorderFailures", "- by failures", recorderFailures),
                new Item("waits", "waits", waits),
                new Item("waitedNanos", "ns waited", waitedNanos),
                new Item("classesWoven", "classes woven", classesWoven),
                new Item("methodsWoven", "methods woven", methodsWoven),
                new Item("methodsSkipped", "methods skipped", methodsSkipped),
                new Item("classesFailed", "classes failed", classesFailed),
                new Item("unwrapped", "unwrapped", unwrapped),
                new Item("untiedCallbacks", "untied callbacks", untiedCallbacks),
                new Item("runsLeftOut", "runs left out", runsLeftOut),
                new Item("droppedPoints", "dropped points", droppedPoints),
                new Item("overheadNanosPerTiming", "ns per timing", overheadNanosPerTiming));
    }
}
