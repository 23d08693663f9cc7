// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FlowChains;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.json.JsonText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The markers of threads: callbacks that were passed and that ran, calls that threw or have no end, stalls and other
 * events. Keeps those of one thread at a time. Counts the calls of the export.
 */
final class CallMarkers {
    private final ExportedTrace trace;
    private final FlowChains chains;
    /** Arrows by the index of the begin of the run. */
    private final Map<Long, PointEvents.Arrow> arrows = new HashMap<>();
    /** Events by the index of their row. */
    private final Map<Integer, List<TraceEvent>> events = new HashMap<>();
    /** Indexes of the begins of passes that are in the file. */
    private final Set<Long> passes = new HashSet<>();

    private final List<PointEvents.Arrow> drawn = new ArrayList<>();
    private final Map<Integer, String> threadsByTrack;

    private final UnaryOperator<String> shortNames;

    /** @param shortNames gives what to show for the name of a method */
    CallMarkers(ExportedTrace trace, UnaryOperator<String> shortNames) {
        this.trace = trace;
        this.shortNames = shortNames;
        this.chains = new FlowChains(trace.points().events());
        this.threadsByTrack = trace.rows().stream()
                .collect(Collectors.toMap(row -> row.calls().track(), ThreadRow::name));
        trace.points().arrows().forEach(arrow -> arrows.put(arrow.to().beginIndex(), arrow));
        assignEvents();
    }

    private void assignEvents() {
        Map<ThreadKey, Integer> rows = new HashMap<>();
        Map<Long, Integer> firstRows = Processes.firstRows(trace);
        trace.rows().forEach(row -> rows.put(new ThreadKey(row.pid(), row.tid()), row.index()));
        for (TraceEvent event : trace.points().events()) {
            if (event.phase() == Phase.COUNTER || PointEvents.isFact(event)) {
                continue;
            }
            Integer row = rows.getOrDefault(new ThreadKey(event.pid(), event.tid()), firstRows.get(event.pid()));
            if (row == null) {
                trace.counts().lose(ExportLoss.NO_PLACE);
            } else {
                events.computeIfAbsent(row, added -> new ArrayList<>()).add(event);
            }
        }
    }

    /** Returns the markers of a thread in the order of their starts. Each thread may be requested once. */
    List<Marker> of(ThreadRow row) {
        List<Marker> markers = new ArrayList<>();
        CallCursor calls = trace.calls(row, CallCursor.Times.NESTED);
        while (calls.nextBegin()) {
            addCall(calls, markers);
            trace.counts().addCall(trace.trees().flags(calls.call()));
        }
        events.getOrDefault(row.index(), List.of()).forEach(event -> markers.add(ofEvent(event)));
        markers.sort(Comparator.comparingLong(Marker::startNanos));
        return markers;
    }

    private void addCall(CallCursor calls, List<Marker> markers) {
        CallTrees trees = trace.trees();
        int call = calls.call();
        int flags = trees.flags(call);
        long begin = trees.beginIndex(call);
        if ((flags & SpanFlags.FLOW_OUT) != 0) {
            passes.add(begin);
        }
        if (trace.isPoint(call)) {
            markers.add(ofCall(Marker.Kind.PASS, calls, flow(begin), "", 0));
        }
        PointEvents.Arrow arrow = (flags & (SpanFlags.CALLBACK | SpanFlags.FLOW_IN)) == 0 ? null : arrows.get(begin);
        if ((flags & SpanFlags.CALLBACK) != 0) {
            String from = arrow == null
                    ? ""
                    : threadsByTrack.getOrDefault(arrow.from().track(), "");
            long waited =
                    arrow == null ? 0 : arrow.to().tsNanos() - arrow.from().tsNanos();
            markers.add(ofCall(Marker.Kind.RUN, calls, flow(begin), from, waited));
        }
        if (arrow != null && (flags & SpanFlags.FLOW_IN) != 0) {
            drawn.add(arrow);
        }
        if ((flags & SpanFlags.THREW) != 0) {
            markers.add(ofCall(Marker.Kind.THREW, calls, "", "", 0));
        }
        if ((flags & SpanFlags.UNFINISHED) != 0) {
            markers.add(ofCall(Marker.Kind.UNFINISHED, calls, "", "", 0));
        }
    }

    private String flow(long begin) {
        long number = trace.points().pass(begin);
        return number == 0 ? "" : Long.toHexString(number);
    }

    private Marker ofCall(Marker.Kind kind, CallCursor calls, String flow, String from, long waitedNanos) {
        return new Marker(
                kind,
                kind.title,
                calls.startNanos(),
                calls.endNanos(),
                shortNames.apply(trace.trees().name(calls.call())),
                flow,
                from,
                waitedNanos);
    }

    private Marker ofEvent(TraceEvent event) {
        long chain = chains.number(event);
        boolean isStall = PointEvents.isStall(event);
        long start = isStall ? PointEvents.stallStart(event, trace.startNanos()) : event.tsNanos();
        return new Marker(
                isStall ? Marker.Kind.STALL : Marker.Kind.EVENT,
                isStall ? Marker.Kind.STALL.title : event.name(),
                start,
                event.tsNanos(),
                text(event.args()),
                chain == 0 ? "" : "chain " + chain,
                "",
                0);
    }

    private static String text(Args args) {
        return args.asMap().entrySet().stream()
                .map(arg -> arg.getKey() + "="
                        + (arg.getValue() instanceof String text ? text : JsonText.json(arg.getValue())))
                .collect(Collectors.joining(", "));
    }

    /** Counts ends of arrows that have no other end, when it is known which of their calls were dropped. */
    void countHalfArrows() {
        long whole = drawn.stream()
                .filter(arrow -> passes.contains(arrow.from().beginIndex()))
                .count();
        long cut = trace.points().arrows().size() - whole;
        trace.counts().lose(ExportLoss.HALF_ARROW, cut + trace.points().halfArrows() + chains.halfArrows());
    }
}
