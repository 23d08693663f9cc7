// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.chrome.write.ChromeTraceWriter;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A writer of instants, counters and arrows as events of Chrome's format, between the calls in the order of time. */
final class ChromePoints {
    /** The member with the id of an event's stack, for which the array format has no frames. */
    static final String STACK = "sf";

    private final ExportedTrace trace;
    private final EventLines lines;
    private final Map<Integer, ThreadRow> rowsByTrack = new HashMap<>();
    private final List<Point> points = new ArrayList<>();
    private int next;

    private record Point(long tsNanos, char phase, Map<String, Object> fields) {}

    ChromePoints(ExportedTrace trace, EventLines lines) {
        this.trace = trace;
        this.lines = lines;
        trace.rows().forEach(row -> rowsByTrack.put(row.calls().track(), row));
        for (TraceEvent event : trace.points().events()) {
            points.add(
                    PointEvents.isStall(event)
                            ? stall(event)
                            : new Point(event.tsNanos(), phase(event), fields(event)));
        }
        long number = 1;
        for (PointEvents.Arrow arrow : trace.points().arrows()) {
            addArrow(number++, arrow);
        }
        trace.counts().lose(ExportLoss.HALF_ARROW, trace.points().halfArrows());
        points.sort(Comparator.comparingLong(Point::tsNanos));
    }

    void writeBefore(long tsNanos) throws IOException {
        for (; next < points.size() && points.get(next).tsNanos < tsNanos; next++) {
            Point point = points.get(next);
            lines.event(point.phase, point.tsNanos, point.fields);
        }
    }

    /** Returns a stall with its length, on the row of number 0. */
    private Point stall(TraceEvent stall) {
        long start = PointEvents.stallStart(stall, trace.startNanos());
        Map<String, Object> fields = ChromeTraceWriter.place(stall.pid(), 0, TraceWords.JTRACER, TraceWords.STALL);
        fields.put("dur", BigDecimal.valueOf(stall.tsNanos() - start, 3));
        fields.put("args", stall.args().asMap());
        return new Point(start, Phase.COMPLETE.code(), fields);
    }

    /* DevTools ignores the small i. Facts are metadata, which open no row. */
    private static char phase(TraceEvent event) {
        if (PointEvents.isFact(event)) {
            return Phase.METADATA.code();
        }
        return switch (event.phase()) {
            case INSTANT, ASYNC_INSTANT -> Phase.INSTANT_OLD.code();
            default -> event.phase().code();
        };
    }

    /** Returns the members of an event except {@code ph} and {@code ts}. */
    static Map<String, Object> fields(TraceEvent event) {
        Map<String, Object> fields = ChromeTraceWriter.place(event.pid(), event.tid(), event.category(), event.name());
        if (event.phase() == Phase.INSTANT || event.phase() == Phase.ASYNC_INSTANT) {
            fields.put("s", "t");
        }
        event.otherFields().asMap().forEach((name, value) -> {
            if (value != null && !name.equals(STACK)) {
                fields.put(name, value);
            }
        });
        if (event.phase() != Phase.ASYNC_INSTANT) {
            putId(event, fields);
        }
        Args args = event.args();
        if (!args.isEmpty()) {
            fields.put("args", args.asMap());
        }
        return fields;
    }

    private static void putId(TraceEvent event, Map<String, Object> fields) {
        switch (event.idKind()) {
            case NONE -> {}
            case PLAIN -> fields.put("id", event.id());
            case LOCAL -> fields.put("id2", Map.of("local", event.id()));
            case GLOBAL -> fields.put("id2", Map.of("global", event.id()));
        }
        if (!event.scope().isEmpty()) {
            fields.put("scope", event.scope());
        }
    }

    // Arrows of one pass get a number each: an s event starts one arrow, not several.
    private void addArrow(long number, PointEvents.Arrow arrow) {
        ThreadRow from = rowsByTrack.get(arrow.from().track());
        ThreadRow to = rowsByTrack.get(arrow.to().track());
        if (from == null || to == null) {
            trace.counts().lose(ExportLoss.HALF_ARROW);
            return;
        }
        points.add(new Point(arrow.from().tsNanos(), Phase.FLOW_START.code(), arrowFields(number, from, arrow.from())));
        Map<String, Object> finish = arrowFields(number, to, arrow.to());
        finish.put("bp", "e"); // at the call that begins here, not at the next one
        points.add(new Point(arrow.to().tsNanos(), Phase.FLOW_FINISH.code(), finish));
    }

    private Map<String, Object> arrowFields(long number, ThreadRow row, PointEvents.ArrowEnd end) {
        // Both ends of an arrow have one category in Chrome's format; of ours both calls do.
        String category = ExportedTrace.category(trace.trees(), end.categoryIndex());
        Map<String, Object> fields = ChromeTraceWriter.place(row.pid(), row.tid(), category, "pass");
        fields.put("id", "0x" + Long.toHexString(number));
        return fields;
    }
}
