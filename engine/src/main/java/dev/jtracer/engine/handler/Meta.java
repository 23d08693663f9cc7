// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.Args;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a trace says about itself. Immutable.
 *
 * @param events events except metadata
 * @param startNanos time of the first event, 0 without events
 * @param endNanos end of the last event, 0 without events
 * @param processes the processes by number
 * @param facts what the tracer noted about the recording, by the name of the note
 */
public record Meta(
        long events, long startNanos, long endNanos, SortedMap<Long, ProcessInfo> processes, Map<String, Args> facts) {
    public Meta {
        processes = Collections.unmodifiableSortedMap(new TreeMap<>(processes));
        facts = Map.copyOf(facts);
    }

    /** From the first event to the end of the last, in nanoseconds. */
    public long durationNanos() {
        return endNanos - startNanos;
    }

    /** The name of a thread; empty when the trace does not tell it. */
    public String threadName(long pid, long tid) {
        ProcessInfo process = processes.get(pid);
        return process == null ? "" : process.threads().getOrDefault(tid, "");
    }

    /**
     * A process.
     *
     * @param name its name; empty when not known
     * @param labels short texts beside the name, separated by commas; empty when there are none
     * @param threads the names of its threads by number; empty names when not known
     */
    public record ProcessInfo(String name, String labels, SortedMap<Long, String> threads) {
        public ProcessInfo {
            threads = Collections.unmodifiableSortedMap(new TreeMap<>(threads));
        }
    }
}
