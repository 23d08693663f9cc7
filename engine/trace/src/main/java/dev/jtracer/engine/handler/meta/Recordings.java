// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.TraceWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The recordings of jtracer in a trace, in their order; empty if another tool wrote the trace. Immutable. */
public record Recordings(List<Recording> recordings) {
    public Recordings {
        recordings = List.copyOf(recordings);
    }

    /** Returns recordings by their facts at the start and at the ends of their files, by process. */
    public static Recordings of(Map<Long, Args> starts, Map<Long, EndFacts> ends) {
        List<Recording> recordings = new ArrayList<>();
        starts.forEach((pid, start) -> {
            EndFacts end = ends.get(pid);
            recordings.add(new Recording(pid, start, end == null ? Args.EMPTY : end.sum()));
        });
        return new Recordings(recordings);
    }

    /** Returns the sum of a counter over all recordings. */
    public long sum(String counter) {
        return recordings.stream()
                .mapToLong(recording -> recording.counter(counter))
                .sum();
    }

    /** Returns whether times count from the start of a recording, which the trace may have only a part of. */
    public boolean hasStart() {
        return recordings.stream()
                .anyMatch(recording -> recording.settings().number(TraceWords.START_EPOCH_MICROS) != null);
    }

    /** Returns when and why recordings ended before their stop, a phrase for each that did. */
    public List<String> earlyEnds() {
        return texts(TraceWords.ENDED_EARLY);
    }

    /** Returns what was damaged of recordings, a text for each that was. */
    public List<String> damages() {
        return texts(TraceWords.DAMAGED);
    }

    /**
     * Returns the methods that were dropped during a recording because tracing took too much CPU time, with the
     * nanoseconds from a recording's start until then; those that were dropped first come first.
     */
    public Map<String, Long> droppedMethods() {
        Map<String, Long> dropped = new LinkedHashMap<>();
        for (String lines : texts(TraceWords.METHODS_DROPPED)) {
            for (String line : lines.split("\n", -1)) {
                int blank = line.indexOf(' ');
                try {
                    dropped.merge(line.substring(blank + 1), Long.parseLong(line, 0, blank, 10), Math::min);
                } catch (NumberFormatException | IndexOutOfBoundsException foreign) {
                    // Not written by jtracer.
                }
            }
        }
        return dropped;
    }

    private List<String> texts(String fact) {
        return recordings.stream()
                .map(recording -> recording.counters().text(fact))
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * One recording.
     *
     * @param pid process number in the trace
     * @param settings facts that the tracer wrote at the start
     * @param counters facts that it wrote at the end; empty if its JVM was killed
     */
    public record Recording(long pid, Args settings, Args counters) {
        /** Returns a counter of the end; 0 if it is absent. */
        public long counter(String name) {
            return counters.longOrZero(name);
        }

        /** Returns whether the trace has only a part of it, while its counters are of the whole. */
        public boolean isCut() {
            // A file that a recording went on in has counters of its own, and says since when.
            boolean isLaterPart =
                    settings.longOrZero(TraceWords.SEGMENT) > 1 && settings.number(TraceWords.FROM_NANOS) == null;
            return isLaterPart || settings.longOrZero(TraceWords.CUT) + counter(TraceWords.CUT) > 0;
        }

        /** Returns a setting; empty if it is absent. */
        public String setting(String name) {
            return settings.textOrEmpty(name);
        }
    }
}
