// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FlowChains;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A writer of the calls collected from a trace in the layout of the {@code chrome} format. */
final class CollectedCalls {
    private static final int CUT_AT_END = SpanFlags.UNFINISHED | SpanFlags.CONTINUED;
    /** The arguments that are known, and looked for, at the end of a call only. */
    private static final Set<String> OF_END = Set.of(
            TraceWords.STATUS,
            TraceWords.ROWS,
            TraceWords.TRACE_ID,
            TraceWords.PARENT_SPAN_ID,
            TraceWords.RESULT,
            TraceWords.EXCEPTION);

    private CollectedCalls() {}

    /** Writes the calls of a trace, and between the calls of a thread its other events. */
    static void writeAll(ExportedTrace trace, ChromeRows rows) throws IOException {
        Map<ThreadKey, Deque<TraceEvent>> points = new LinkedHashMap<>();
        for (TraceEvent event : trace.points().events()) {
            ThreadKey thread = new ThreadKey(event.pid(), event.tid());
            points.computeIfAbsent(thread, key -> new ArrayDeque<>()).add(event);
        }
        FlowChains chains = new FlowChains(trace.points().events());
        rows.countHalfArrows(chains.halfArrows());
        for (ThreadRow row : trace.rows()) {
            ThreadKey thread = new ThreadKey(row.pid(), row.tid());
            Deque<TraceEvent> ofThread = points.getOrDefault(thread, new ArrayDeque<>());
            int out = rows.add(
                    row.isVirtual() ? Track.Kind.VIRTUAL_THREAD : Track.Kind.THREAD, row.pid(), row.tid(), row.name());
            RowArrows arrows = new RowArrows(trace, row, ofThread, chains);
            ofThread.removeAll(arrows.bound);
            writeRow(trace, row, new RowPoints(ofThread, chains, out, rows), arrows, rows);
        }
        for (Deque<TraceEvent> left : points.values()) {
            for (TraceEvent event : left) {
                if (PointEvents.isLog(event)) {
                    rows.log(event, Track.Kind.THREAD, trace.meta().threadName(event.pid(), event.tid()));
                } else {
                    rows.point(event);
                }
            }
        }
    }

    /** Writes the calls of a thread. The writer limits the depth. */
    private static void writeRow(
            ExportedTrace trace, ThreadRow row, RowPoints points, RowArrows arrows, ChromeRows rows)
            throws IOException {
        int out = points.row;
        CallCursor calls = trace.callsOfAnyDepth(row, CallCursor.Times.NESTED);
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            int call = calls.call();
            int name = trace.trees().nameIndex(call);
            int flags = trace.trees().flags(call);
            long pass = trace.points().pass(trace.trees().beginIndex(call));
            if (step == CallCursor.Step.BEGIN) {
                points.writeBefore(calls.startNanos());
                long firstPass = trace.points().firstPass(trace.trees().beginIndex(call));
                RowArrows.Ends ends = arrows.endsOfCalls.get(call);
                boolean bound = pass == 0 && (ofBegin(flags) & SpanFlags.CONTINUED) == 0;
                boolean isCall = (flags & SpanFlags.OF_CALLBACK) == 0;
                Map<String, ?> args = isCall ? arguments(trace, call, false) : Map.of();
                if (ends == null || !bound) {
                    rows.enter(out, name, calls.startNanos(), ofBegin(flags), pass, firstPass, args);
                } else {
                    rows.enterBound(out, name, calls.startNanos(), ends.flags(), ends.chain(), args);
                }
                points.writeArrowsInto(calls.startNanos());
            } else {
                points.writeBefore(calls.endNanos() + 1); // what is at a call's end belongs to the call
                if (!ChromeRows.isPass(flags, pass)) {
                    rows.exit(out, name, calls.endNanos(), ofEnd(flags), arguments(trace, call, true));
                }
            }
        }
        points.writeRest();
    }

    /** Returns the arguments of a call that belong to its begin, or to its end. */
    private static Map<String, ?> arguments(ExportedTrace trace, int call, boolean ofEnd) {
        Args all = trace.args(call);
        if (all.isEmpty()) {
            return Map.of(); // as most calls, of which there are millions
        }
        Map<String, @Nullable Object> args = new LinkedHashMap<>(all.asMap());
        if (ofEnd) {
            args.keySet().retainAll(OF_END);
        } else {
            args.keySet().removeAll(OF_END);
        }
        return args;
    }

    /** Returns the flags of a call that hold for its begin: {@code CONTINUED} only if the call began earlier. */
    private static int ofBegin(int flags) {
        boolean resumed = (flags & SpanFlags.RESUMED) != 0 || (flags & CUT_AT_END) == SpanFlags.CONTINUED;
        return resumed ? flags | SpanFlags.CONTINUED : flags & ~SpanFlags.CONTINUED;
    }

    /** Returns the flags of a call that hold for its end: {@code CONTINUED} only if the call continues after it. */
    private static int ofEnd(int flags) {
        return (flags & CUT_AT_END) == CUT_AT_END ? flags : flags & ~SpanFlags.CONTINUED;
    }

    /** The data of a thread besides calls, in the order of time. */
    private static final class RowPoints {
        private final Deque<TraceEvent> points;
        private final FlowChains chains;
        private final int row;
        private final ChromeRows rows;
        /** Ends of arrows that belong to the call that begins next. */
        private final Deque<TraceEvent> waiting = new ArrayDeque<>();

        RowPoints(Deque<TraceEvent> points, FlowChains chains, int row, ChromeRows rows) {
            this.points = points;
            this.chains = chains;
            this.row = row;
            this.rows = rows;
        }

        void writeBefore(long nanos) throws IOException {
            for (TraceEvent next = points.peek(); next != null && next.tsNanos() < nanos; next = points.peek()) {
                points.remove();
                if (next.phase() == Phase.ASYNC_INSTANT) {
                    rows.instant(row, next);
                } else if (FlowChains.bindsToNext(next)) {
                    waiting.add(next);
                } else if (FlowChains.isFlow(next)) {
                    rows.arrowEnd(row, next, next.tsNanos(), chains.number(next));
                } else if (PointEvents.isLog(next)) {
                    rows.log(row, next);
                } else {
                    rows.point(next);
                }
            }
        }

        /** Writes the ends of arrows that belong to the call that has just begun. */
        void writeArrowsInto(long startNanos) throws IOException {
            while (!points.isEmpty()
                    && points.element().tsNanos() == startNanos
                    && FlowChains.bindsToNext(points.element())) {
                waiting.add(points.remove());
            }
            for (TraceEvent end = waiting.poll(); end != null; end = waiting.poll()) {
                rows.arrowEnd(row, end, startNanos, chains.number(end));
            }
        }

        /** Writes what no later call has taken. */
        void writeRest() throws IOException {
            for (TraceEvent end : waiting) {
                rows.arrowEnd(row, end, end.tsNanos(), chains.number(end));
            }
            for (TraceEvent next : points) {
                if (FlowChains.isFlow(next)) {
                    rows.arrowEnd(row, next, next.tsNanos(), chains.number(next));
                } else if (PointEvents.isLog(next)) {
                    rows.log(row, next);
                }
            }
            points.removeIf(next -> FlowChains.isFlow(next) || PointEvents.isLog(next));
        }
    }

    /** The calls of a thread at which the arrows of flow events begin and end: one chain of arrows for each call. */
    private static final class RowArrows {
        private final Map<Integer, Ends> endsOfCalls = new HashMap<>();
        /** The flow events that the ends of the calls stand for. */
        private final Set<TraceEvent> bound = Collections.newSetFromMap(new IdentityHashMap<>());

        private final FlowChains chains;

        /** The chain of a call, and {@code FLOW_OUT} and {@code FLOW_IN} for what its arrows do there. */
        record Ends(long chain, int flags) {}

        /** Finds the calls of a thread for its flow events, which are among others in the order of time. */
        RowArrows(ExportedTrace trace, ThreadRow row, Collection<TraceEvent> points, FlowChains chains) {
            this.chains = chains;
            Deque<TraceEvent> flows =
                    points.stream().filter(FlowChains::isFlow).collect(Collectors.toCollection(ArrayDeque::new));
            if (!flows.isEmpty()) {
                bind(trace.uncounted(row, CallCursor.Times.NESTED), flows);
            }
        }

        private void bind(CallCursor calls, Deque<TraceEvent> flows) {
            Deque<Integer> open = new ArrayDeque<>();
            List<TraceEvent> waiting = new ArrayList<>();
            for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
                if (step == CallCursor.Step.BEGIN) {
                    bindBefore(calls.startNanos(), flows, open, waiting);
                    open.push(calls.call());
                    while (!flows.isEmpty()
                            && flows.element().tsNanos() == calls.startNanos()
                            && FlowChains.bindsToNext(flows.element())) {
                        waiting.add(flows.remove());
                    }
                    waiting.forEach(flow -> bind(flow, calls.call()));
                    waiting.clear();
                } else {
                    bindBefore(
                            calls.endNanos() + 1, flows, open, waiting); // an arrow at a call's end belongs to the call
                    open.pop();
                }
            }
        }

        private void bindBefore(long nanos, Deque<TraceEvent> flows, Deque<Integer> open, List<TraceEvent> waiting) {
            for (TraceEvent next = flows.peek(); next != null && next.tsNanos() < nanos; next = flows.peek()) {
                flows.remove();
                if (FlowChains.bindsToNext(next)) {
                    waiting.add(next);
                } else if (!open.isEmpty()) {
                    bind(next, open.element());
                }
            }
        }

        private void bind(TraceEvent flow, int call) {
            long chain = chains.number(flow);
            int in = flow.phase() == Phase.FLOW_START ? 0 : SpanFlags.FLOW_IN;
            int out = flow.phase() == Phase.FLOW_FINISH ? 0 : SpanFlags.FLOW_OUT;
            Ends before = endsOfCalls.get(call);
            if (before == null || before.chain == chain) {
                endsOfCalls.put(call, new Ends(chain, in | out | (before == null ? 0 : before.flags)));
                bound.add(flow);
            }
        }
    }
}
