// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Facts about a trace. Immutable.
 *
 * @param startNanos time of the first event, or the start of the recording according to Chrome; 0 without events
 * @param endNanos end of the last event, not before {@code startNanos}; 0 without events
 * @param processes the processes by number
 * @param facts the tracer's facts about the recording, by their names; of several recordings, those of the first
 *     process
 * @param recordedPid the first process with such facts; the first process of all if there are none
 * @param page the page in a trace of Chrome
 */
public record Meta(
        long startNanos,
        long endNanos,
        SortedMap<Long, ProcessInfo> processes,
        Map<String, Args> facts,
        long recordedPid,
        Page page) {
    public Meta {
        processes = Collections.unmodifiableSortedMap(new TreeMap<>(processes));
        facts = Map.copyOf(facts);
    }

    /** Returns the time from the start to the end, in nanoseconds. */
    public long durationNanos() {
        return endNanos - startNanos;
    }

    /** Returns a process; {@link ProcessInfo#UNKNOWN} if the trace does not have it. */
    public ProcessInfo process(long pid) {
        return processes.getOrDefault(pid, ProcessInfo.UNKNOWN);
    }

    /** Returns the name of a thread; empty if not known. */
    public String threadName(long pid, long tid) {
        return process(pid).threadNames().getOrDefault(tid, "");
    }

    /** Returns the name of a track's thread; its id if the name is not known. */
    public String threadName(Track track) {
        String name = threadName(track.pid(), track.tid());
        return name.isEmpty() ? track.id() : name;
    }

    /** Returns the name of a track's thread, or its id, with its process where there are several; never empty. */
    public String threadTitle(Track track) {
        String name = track.name().isEmpty() ? threadName(track.pid(), track.tid()) : track.name();
        if (name.isEmpty()) {
            name = track.kind() == Track.Kind.ASYNC && !track.id().isEmpty()
                    ? "id " + track.id()
                    : "thread " + track.tid();
        }
        return processes.size() > 1 ? name + " of " + track.pid() : name;
    }

    /** Returns whether jtracer recorded the trace. */
    public boolean isOfTracer() {
        return facts.containsKey(TraceWords.RECORDING);
    }

    /**
     * Returns a name for the recording: the program's name and process number in jtracer's traces, the page's host
     * without {@code www.} in Chrome's; empty if the trace has neither.
     */
    public String recordingName() {
        if (isOfTracer()) {
            return processes.entrySet().stream()
                    .filter(process -> !process.getValue().name().isEmpty())
                    .findFirst()
                    .map(process -> process.getValue().name() + " (" + process.getKey() + ")")
                    .orElse("");
        }
        return page.host();
    }

    /**
     * A process.
     *
     * @param name its name; empty if not known
     * @param labels short texts beside the name, separated by commas; empty if there are none
     * @param threadNames the names of its threads by number; empty if not known
     */
    public record ProcessInfo(String name, String labels, SortedMap<Long, String> threadNames) {
        public static final ProcessInfo UNKNOWN = new ProcessInfo("", "", new TreeMap<>());

        public ProcessInfo {
            threadNames = Collections.unmodifiableSortedMap(new TreeMap<>(threadNames));
        }
    }
}
