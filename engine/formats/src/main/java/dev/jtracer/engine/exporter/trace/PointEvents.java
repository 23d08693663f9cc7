// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of a trace besides calls. Immutable.
 *
 * @param events instants, values of counters and ends of arrows drawn by separate events, in the order of their times
 * @param arrows arrows drawn by the calls themselves, in the order of their starts
 * @param halfArrows arrow ends whose other end is missing in the trace
 * @param samples number of sample events
 * @param otherKinds number of events that are neither calls nor any of these: objects and others
 * @param passes numbers of passes, by the index of the begin of the pass or its run
 * @param firstPasses numbers of first passes, by the index of the begin of a later pass
 * @param startNanos the earliest time of all these but the facts about the recording, and of all calls; the largest
 *     {@code long} if there is none
 * @param endNanos the latest one; the smallest {@code long} if there is none
 */
public record PointEvents(
        List<TraceEvent> events,
        List<Arrow> arrows,
        long halfArrows,
        long samples,
        long otherKinds,
        Map<Long, Long> passes,
        Map<Long, Long> firstPasses,
        long startNanos,
        long endNanos) {
    /** The phases of events that are neither calls nor metadata. */
    public static final Set<Phase> PHASES = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(
            Phase.ASYNC_BEGIN,
            Phase.ASYNC_END,
            Phase.DURATION_BEGIN,
            Phase.DURATION_END,
            Phase.COMPLETE,
            Phase.LEGACY_ASYNC_START,
            Phase.LEGACY_ASYNC_STEP_INTO,
            Phase.LEGACY_ASYNC_STEP_PAST,
            Phase.LEGACY_ASYNC_FINISH,
            Phase.METADATA)));

    /** The phases whose events no format has. */
    public static final Set<Phase> OMITTED = Collections.unmodifiableSet(EnumSet.of(
            Phase.OBJECT_CREATED,
            Phase.OBJECT_SNAPSHOT,
            Phase.OBJECT_DELETED,
            Phase.MEMORY_DUMP_GLOBAL,
            Phase.MEMORY_DUMP_PROCESS,
            Phase.CLOCK_SYNC,
            Phase.CONTEXT_ENTER,
            Phase.CONTEXT_LEAVE,
            Phase.LINK_IDS));

    public PointEvents {
        events = List.copyOf(events);
        arrows = List.copyOf(arrows);
        passes = Map.copyOf(passes);
        firstPasses = Map.copyOf(firstPasses);
    }

    /** Returns the number of a pass, or of a run's pass, by the index of its begin; 0 if there is none. */
    public long pass(long beginIndex) {
        return passes.isEmpty() ? 0 : passes.getOrDefault(beginIndex, 0L);
    }

    /** Returns the number of the callback's first pass, for a later pass; 0 for any other call. */
    public long firstPass(long beginIndex) {
        return firstPasses.isEmpty() ? 0 : firstPasses.getOrDefault(beginIndex, 0L);
    }

    /** Returns whether an event is a fact about the recording and not something that happened at its time. */
    public static boolean isFact(TraceEvent event) {
        return event.category().equals(TraceWords.JTRACER)
                && (event.name().equals(TraceWords.RECORDING) || event.name().equals(TraceWords.RECORDING_END));
    }

    /** Returns whether an event is a stall of the whole JVM, which belongs to no thread. */
    public static boolean isStall(TraceEvent event) {
        return event.phase() == Phase.INSTANT
                && event.category().equals(TraceWords.JTRACER)
                && event.name().equals(TraceWords.STALL);
    }

    /** Returns whether an event is a line of text of the application, which belongs among the calls of its thread. */
    public static boolean isLog(TraceEvent event) {
        return event.phase() == Phase.INSTANT
                && event.category().equals(TraceWords.LOG)
                && event.args().isEmpty()
                && "t".equals(event.otherFields().text("s"));
    }

    /** Returns the numbers of a counter's event by the names of their series, in the order of its arguments. */
    public static Map<String, Double> series(TraceEvent counter) {
        String name = counter.id().isEmpty() ? counter.name() : counter.name() + "[" + counter.id() + "]";
        Map<String, @Nullable Object> members = counter.args().asMap();
        Map<String, Double> series = new LinkedHashMap<>();
        members.forEach((member, value) -> {
            if (value instanceof Number number) {
                series.put(members.size() == 1 ? name : name + "." + member, number.doubleValue());
            }
        });
        return series;
    }

    /** Returns the begin of a stall, of whose end a stall tells; not before the exported time. */
    public static long stallStart(TraceEvent stall, long firstNanos) {
        long start = stall.tsNanos() - Math.max(0, stall.args().longOrZero(TraceWords.STALL_NANOS));
        return Math.min(stall.tsNanos(), Math.max(firstNanos, start));
    }

    /**
     * Returns the same with the numbers of the events' rows, and with the facts about the recording within the
     * exported time, so that viewers show no more.
     */
    PointEvents placed(List<ThreadRow> rows, long firstNanos, long lastNanos) {
        Map<ThreadKey, ThreadRow> byThread = new HashMap<>();
        for (ThreadRow row : rows) {
            if (row.isOwner()) {
                byThread.put(new ThreadKey(row.pid(), row.calls().tid()), row);
            }
        }
        List<TraceEvent> moved = new ArrayList<>();
        for (TraceEvent event : events) {
            TraceEvent placed = event;
            if (isFact(event) && (event.tsNanos() < firstNanos || event.tsNanos() > lastNanos)) {
                placed = event.copy().setTsNanos(event.tsNanos() < firstNanos ? firstNanos : lastNanos);
            }
            ThreadRow row = byThread.get(new ThreadKey(event.pid(), event.tid()));
            if (row != null && row.tid() != event.tid()) {
                placed = placed.copy().setThread(row.pid(), row.tid());
            }
            moved.add(placed);
        }
        moved.sort(Comparator.comparingLong(TraceEvent::tsNanos));
        return new PointEvents(
                moved, arrows, halfArrows, samples, otherKinds, passes, firstPasses, startNanos, endNanos);
    }

    long size() {
        return (long) events.size() + arrows.size();
    }

    /** An arrow from the begin of a call to the begin of another. */
    public record Arrow(long number, ArrowEnd from, ArrowEnd to) {}

    /**
     * One end of an arrow.
     *
     * @param track track of the call
     * @param categoryIndex category of the call
     * @param beginIndex index of the event that began the call
     */
    public record ArrowEnd(int track, long tsNanos, int categoryIndex, long beginIndex) {}
}
