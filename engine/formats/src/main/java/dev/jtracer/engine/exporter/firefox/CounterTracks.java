// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.json.JsonText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The counters of a trace, each value as the difference to the one before, because the viewer adds them up. */
final class CounterTracks {
    private final ExportedTrace trace;
    private final Map<Long, Integer> firstRows;
    private final Map<Series, List<Value>> values = new LinkedHashMap<>();

    private record Series(int row, String name) {}

    private record Value(long nanos, double value) {}

    CounterTracks(ExportedTrace trace) {
        this.trace = trace;
        this.firstRows = Processes.firstRows(trace);
        trace.points().events().stream()
                .filter(event -> event.phase() == Phase.COUNTER)
                .forEach(this::add);
    }

    private void add(TraceEvent counter) {
        Integer row = firstRows.get(counter.pid());
        if (row == null) {
            trace.counts().lose(ExportLoss.NO_PLACE);
            return;
        }
        PointEvents.series(counter).forEach((name, value) -> {
            if (Double.isFinite(value)) {
                values.computeIfAbsent(new Series(row, name), added -> new ArrayList<>())
                        .add(new Value(counter.tsNanos(), value));
            }
        });
    }

    void write(ColumnWriter out, long shiftNanos) throws IOException {
        out.begin("counters");
        for (Map.Entry<Series, List<Value>> series : values.entrySet()) {
            writeTrack(series.getKey(), series.getValue(), out, shiftNanos);
        }
        out.end();
    }

    private void writeTrack(Series series, List<Value> track, ColumnWriter out, long shiftNanos) throws IOException {
        String name = JsonText.json(series.name());
        out.value("{\"name\":" + name + ",\"category\":\"counter\",\"description\":" + name
                + ",\"pid\":" + JsonText.json(Processes.pid(trace.rows().get(series.row()))) + ",\"mainThreadIndex\":"
                + series.row()
                + ",\"display\":{\"graphType\":\"line-accumulated\",\"unit\":\"\",\"color\":\"teal\","
                + "\"markerSchemaLocation\":null,\"sortWeight\":50,\"label\":" + name
                + ",\"tooltipRows\":[{\"type\":\"value\",\"source\":\"accumulated\","
                + "\"format\":{\"unit\":\"number\"},\"label\":" + name + "}]},\"samples\":{");
        out.column("time", track, value -> out.millis(value.nanos() - shiftNanos));
        out.begin("count");
        double before = 0;
        for (Value value : track) {
            // Clamped to the finite numbers: JSON has no others.
            double difference = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value.value() - before));
            out.value(Double.toString(difference));
            before = value.value();
        }
        out.end();
        out.json("\n\"length\":" + track.size() + "}}");
        out.next();
    }
}
