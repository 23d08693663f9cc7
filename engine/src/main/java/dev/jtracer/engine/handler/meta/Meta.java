// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceWords;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a trace says about itself. Immutable.
 *
 * @param events events except metadata
 * @param startNanos time of the first event, or when Chrome says that its recording started; 0 without events
 * @param endNanos end of the last event, not before {@code startNanos}; 0 without events
 * @param processes the processes by number
 * @param facts what the tracer noted about the recording, by the name of the note
 * @param cpus most processors that any process says there are; 0 when none says it
 * @param browser what Chrome says about its pages
 * @param unknownNames how often each name of a metadata event was met that says nothing here
 */
public record Meta(
        long events,
        long startNanos,
        long endNanos,
        SortedMap<Long, ProcessInfo> processes,
        Map<String, Args> facts,
        int cpus,
        Browser browser,
        SortedMap<String, Long> unknownNames) {
    public Meta {
        processes = Collections.unmodifiableSortedMap(new TreeMap<>(processes));
        facts = Map.copyOf(facts);
        unknownNames = Collections.unmodifiableSortedMap(new TreeMap<>(unknownNames));
    }

    /** From the start to the end, in nanoseconds. */
    public long durationNanos() {
        return endNanos - startNanos;
    }

    /** Returns a process; {@link ProcessInfo#UNKNOWN} when the trace does not have it. */
    public ProcessInfo process(long pid) {
        return processes.getOrDefault(pid, ProcessInfo.UNKNOWN);
    }

    /** Returns the name of a thread; empty when the trace does not tell it. */
    public String threadName(long pid, long tid) {
        ThreadInfo thread = process(pid).threads().get(tid);
        return thread == null ? "" : thread.name();
    }

    /** Whether jtracer has recorded the trace. */
    public boolean isOfTracer() {
        return facts.containsKey(TraceWords.RECORDING);
    }

    /**
     * Returns what to call the recording: of jtracer's the name of the program and its process number, of Chrome's the host of the
     * page without {@code www.}; empty when the trace has neither.
     */
    public String recordingName() {
        if (isOfTracer()) {
            return processes.entrySet().stream()
                    .filter(process -> !process.getValue().name().isEmpty())
                    .findFirst()
                    .map(process -> process.getValue().name() + " (" + process.getKey() + ")")
                    .orElse("");
        }
        return browser.mainFrameHost();
    }

    /**
     * A process.
     *
     * @param name its name; empty when not known
     * @param labels short texts beside the name, separated by commas; empty when there are none
     * @param sortIndex its place among the processes in viewers, the lowest first; 0 when not known
     * @param uptimeSeconds how long it had been running when the recording ended; 0 when not known
     * @param threads its threads by number
     */
    public record ProcessInfo(
            String name, String labels, long sortIndex, double uptimeSeconds, SortedMap<Long, ThreadInfo> threads) {
        /** An unknown process. */
        public static final ProcessInfo UNKNOWN = new ProcessInfo("", "", 0, 0, new TreeMap<>());

        public ProcessInfo {
            threads = Collections.unmodifiableSortedMap(new TreeMap<>(threads));
        }
    }

    /**
     * A thread.
     *
     * @param name its name; empty when not known
     * @param sortIndex its place among the threads of its process in viewers, the lowest first; 0 when not known
     */
    public record ThreadInfo(String name, long sortIndex) {}
}
