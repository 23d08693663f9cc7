// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The arrows of a trace, by two rules side by side. Immutable.
 *
 * <p>{@link #arrows} are catapult's, which bind to spans. Of {@code s}, {@code t} and {@code f} with the same id, category and
 * name: {@code s} and {@code t} bind to the innermost span of their thread at their time, {@code f} to the next one that
 * begins, or with {@code "bp":"e"}, or a category of input or ipc.flow, also to the one around it. Of spans with the same
 * {@code bind_id}: an arrow leads from the one with {@code flow_out} to each later one with {@code flow_in}; one with both
 * ends an arrow, and those that follow begin at it. They are taken in the order of their times.
 *
 * <p>{@link #sameTimeFlows} are those of DevTools' trace engine: every {@code s}, {@code t} and {@code f} binds to the first
 * event that has exactly its time, process, thread and category; taken in the order of the file.
 *
 * @param arrows those of events, then those of spans, each in the order of the times at which they end
 * @param sameTimeFlows flows of at least two events
 * @param problems how often something was wrong; without what never was
 */
public record Flows(List<Arrow> arrows, List<List<BoundEvent>> sameTimeFlows, Map<Problem, Long> problems) {
    public static final Flows EMPTY = new Flows(List.of(), List.of(), Map.of());

    public Flows {
        arrows = Collections.unmodifiableList(arrows);
        sameTimeFlows = sameTimeFlows.stream().map(List::copyOf).toList();
        Map<Problem, Long> ordered = new EnumMap<>(Problem.class);
        ordered.putAll(problems);
        problems = Collections.unmodifiableMap(ordered);
    }

    /** What can be wrong with flows. What is wrong gives no arrow. */
    public enum Problem {
        /** An {@code s} where its thread has no span. */
        START_OUTSIDE_OF_SPANS,
        /** An {@code s} while a flow of its id, category and name is open; the first one counts. */
        REPEATED_START,
        /** A {@code t} or {@code f} without an {@code s} before it. */
        NO_START,
        /** A {@code t} where its thread has no span, or an {@code f} after which none begins. */
        END_OUTSIDE_OF_SPANS,
        /** An {@code f} whose {@code bp} is not {@code e}. */
        BAD_BINDING_POINT,
        /** A span with {@code flow_out} whose {@code bind_id} another one has already; the first one counts. */
        REPEATED_PRODUCER,
        /** A span with {@code flow_in} before which none with {@code flow_out} has its {@code bind_id}. */
        NO_PRODUCER
    }

    /** How often a problem was met. */
    public long count(Problem problem) {
        return problems.getOrDefault(problem, 0L);
    }

    /**
     * An arrow from one span to another.
     *
     * @param name name of the flow event, or of the span that it leads to
     * @param startNanos when it starts; of two spans, where the first one ends unless the second begins before
     * @param endNanos when it ends
     */
    public record Arrow(String name, SpanRef from, SpanRef to, long startNanos, long endNanos) {}

    /**
     * Says which span is meant.
     *
     * @param track index of its track
     * @param beginIndex place of the event that began it among the events of the trace; -1 when not known
     */
    public record SpanRef(int track, String name, long startNanos, long endNanos, long beginIndex) {}

    /**
     * Says which event is meant.
     *
     * @param index its place among the events of the trace
     */
    public record BoundEvent(long index, long pid, long tid, String name, long tsNanos) {}
}
