// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static dev.jtracer.engine.exporter.PerfettoPackets.utf8;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.exporter.PerfettoFields.Annotation;
import dev.jtracer.engine.exporter.PerfettoFields.Descriptor;
import dev.jtracer.engine.exporter.PerfettoFields.Event;
import dev.jtracer.engine.handler.Meta;
import dev.jtracer.engine.json.JsonText;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One export in Perfetto's format. Threads come one after the other: Perfetto sorts by time itself. */
final class PerfettoWriting {
    private final ExportedTrace trace;
    private final PerfettoPackets packets;
    private final Map<Long, Long> processTracks = new HashMap<>();
    private final Map<ThreadNumbers, Long> threadTracks = new HashMap<>();
    private final Map<Series, Long> counterTracks = new HashMap<>();
    private long lastTrack;

    private record Series(long pid, String name) {}

    private record Flow(String category, String name, String id) {}

    PerfettoWriting(ExportedTrace trace, PerfettoPackets packets) {
        this.trace = trace;
        this.packets = packets;
    }

    void run() throws IOException {
        for (Map.Entry<Long, Meta.ProcessInfo> process : trace.meta.processes().entrySet()) {
            writeProcess(process.getKey(), process.getValue().name());
        }
        for (ThreadRow row : trace.rows) {
            writeCalls(row, writeThread(row));
        }
        for (TraceEvent event : trace.points.events()) {
            writePoint(event);
        }
        trace.counts.arrows += trace.points.arrows().size();
        trace.counts.lose(ExportLoss.LOOSE_ARROW, trace.points.looseEnds());
    }

    private long writeProcess(long pid, String name) throws IOException {
        long track = ++lastTrack;
        processTracks.put(pid, track);
        ProtoMessage process = new ProtoMessage().number(Descriptor.PROCESS_PID, pid);
        if (!name.isEmpty()) {
            process.bytes(Descriptor.PROCESS_NAME, utf8(name));
        }
        packets.writeTrack(new ProtoMessage()
                .number(Descriptor.UUID, track)
                .message(Descriptor.PROCESS, process)
                .number(Descriptor.CHILD_ORDERING, Descriptor.EXPLICIT));
        return track;
    }

    private long processTrack(long pid) throws IOException {
        Long track = processTracks.get(pid);
        return track != null ? track : writeProcess(pid, "");
    }

    private long writeThread(ThreadRow row) throws IOException {
        long track = ++lastTrack;
        threadTracks.put(new ThreadNumbers(row.pid(), row.tid()), track);
        ProtoMessage thread = new ProtoMessage()
                .number(Descriptor.THREAD_PID, row.pid())
                .number(Descriptor.THREAD_TID, row.tid())
                .bytes(Descriptor.THREAD_NAME, utf8(row.name()));
        packets.writeTrack(new ProtoMessage()
                .number(Descriptor.UUID, track)
                .number(Descriptor.PARENT_UUID, processTrack(row.pid()))
                .message(Descriptor.THREAD, thread)
                .number(Descriptor.SIBLING_RANK, row.index()));
        return track;
    }

    private void writeCalls(ThreadRow row, long track) throws IOException {
        CallCursor calls = trace.calls(row, CallCursor.Times.NESTED);
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            if (step == CallCursor.Step.BEGIN) {
                writeBegin(calls, track);
                trace.counts.calls++;
            } else {
                packets.event(Event.END, track);
                packets.write(calls.endNanos());
            }
        }
    }

    private void writeBegin(CallCursor calls, long track) throws IOException {
        int call = calls.call();
        ProtoMessage event = packets.event(Event.BEGIN, track);
        packets.name(trace.trees.nameIndex(call));
        for (Map.Entry<String, Object> flag :
                CallEndings.arguments(trace.trees.flags(call)).entrySet()) {
            annotate(event, flag.getKey(), flag.getValue());
        }
        annotate(event, trace.args(call));
        for (Long arrow : trace.arrowsAt(call)) {
            event.fixed64(Event.FLOW_ID, arrow);
        }
        packets.write(calls.startNanos());
    }

    private void writePoint(TraceEvent event) throws IOException {
        switch (event.phase()) {
            case COUNTER -> writeCounter(event);
            case FLOW_START, FLOW_STEP, FLOW_FINISH -> writeInstant(event, flowNumber(event));
            default -> writeInstant(event, 0);
        }
        trace.counts.points++;
    }

    private void writeInstant(TraceEvent point, long flow) throws IOException {
        Long thread = threadTracks.get(new ThreadNumbers(point.pid(), point.tid()));
        ProtoMessage event = packets.event(Event.INSTANT, thread != null ? thread : processTrack(point.pid()));
        event.bytes(Event.NAME, utf8(point.name()));
        if (flow != 0) {
            event.fixed64(Event.FLOW_ID, flow);
        }
        annotate(event, point.args());
        packets.write(point.tsNanos());
    }

    // Hashed: the format names an arrow by 64 bits where Chrome's has three strings. Bit 62 keeps clear of our own
    // numbers.
    private static long flowNumber(TraceEvent event) {
        Flow flow = new Flow(event.category(), event.name(), event.id());
        return 1L << 62 | (long) flow.category.hashCode() << 32 ^ flow.hashCode();
    }

    private void writeCounter(TraceEvent counter) throws IOException {
        String name = counter.id().isEmpty() ? counter.name() : counter.name() + "[" + counter.id() + "]";
        Map<String, @Nullable Object> series = counter.args().asMap();
        for (Map.Entry<String, @Nullable Object> value : series.entrySet()) {
            if (value.getValue() instanceof Number number) {
                String seriesName = series.size() == 1 ? name : name + "." + value.getKey();
                packets.event(Event.COUNTER, counterTrack(counter.pid(), seriesName))
                        .decimal(Event.COUNTER_VALUE, number.doubleValue());
                packets.write(counter.tsNanos());
            }
        }
    }

    private long counterTrack(long pid, String name) throws IOException {
        Series series = new Series(pid, name);
        Long known = counterTracks.get(series);
        if (known != null) {
            return known;
        }
        long parent = processTrack(pid);
        long track = ++lastTrack;
        counterTracks.put(series, track);
        packets.writeTrack(new ProtoMessage()
                .number(Descriptor.UUID, track)
                .bytes(Descriptor.NAME, utf8(name))
                .number(Descriptor.PARENT_UUID, parent)
                .message(Descriptor.COUNTER, new ProtoMessage()));
        return track;
    }

    private static void annotate(ProtoMessage event, Args args) {
        args.asMap().forEach((name, value) -> annotate(event, name, value));
    }

    private static void annotate(ProtoMessage event, String name, @Nullable Object value) {
        ProtoMessage annotation = new ProtoMessage().bytes(Annotation.NAME, utf8(name));
        if (value instanceof Boolean flag) {
            annotation.number(Annotation.FLAG, flag ? 1 : 0);
        } else if (value instanceof Long number) {
            annotation.number(Annotation.NUMBER, number);
        } else if (value instanceof Double number) {
            annotation.decimal(Annotation.DECIMAL, number);
        } else {
            annotation.bytes(Annotation.TEXT, value instanceof String text ? utf8(text) : JsonText.value(value));
        }
        event.message(Event.ANNOTATION, annotation);
    }
}
