// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.perfetto;

import dev.jtracer.engine.chrome.write.RowNames;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Annotation;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Descriptor;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Event;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FlowChains;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.json.JsonText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An exporter to Perfetto's own format: a fifth of the size of JSON, exact nanoseconds, threads in the order of the
 * trace, arrows from call to call, and calls that belong to threads in SQL. It encodes the few fields of protocol
 * buffers itself. Threads are written one after the other, because Perfetto sorts by time itself.
 */
public final class PerfettoExporter {
    private static final int BUFFER_BYTES = 1 << 16;
    /** The annotations of a call's flags, by the flags, encoded once because most calls have no other arguments. */
    private static final byte[][][] FLAGS = annotationsByFlags();

    private final ExportedTrace trace;
    private final PerfettoPackets packets;
    private final Map<Long, Long> processTracks = new HashMap<>();
    private final Map<ThreadKey, Long> threadTracks = new HashMap<>();
    /** Groups of virtual threads, and tracks of stalls. */
    private final Map<Series, Long> rowTracks = new HashMap<>();
    /** The end of the latest stall on each of the tracks of stalls. */
    private final Map<Long, Long> stallEnds = new HashMap<>();

    private final Map<Series, Long> counterTracks = new HashMap<>();
    private final RowNames virtualNames = new RowNames();
    /** The numbers of arrows, from 1, by the index of the event that began a call at one of their ends. */
    private final Map<Long, List<Integer>> arrows = new HashMap<>();

    private final FlowChains flows;
    /** Number of ends in the file, 0 to 2, by the number of the arrow. */
    private final byte[] arrowEnds;

    private long lastTrack;

    private record Series(long pid, String name) {}

    /** Exports a trace, as {@link TraceExporter#export} says. */
    public static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        ExportedTrace trace = ExportedTrace.read(source, ExportedTrace.handlersWithArguments(), limits);
        // The format has no times below 0, and all others exactly.
        long shiftNanos = Math.min(0, trace.startNanos());
        try (OutputStream out = new BufferedOutputStream(outputs.open(1), BUFFER_BYTES)) {
            new PerfettoExporter(trace, new PerfettoPackets(out, trace, form, shiftNanos)).run();
        }
        return trace.report(shiftNanos);
    }

    private PerfettoExporter(ExportedTrace trace, PerfettoPackets packets) {
        this.trace = trace;
        this.packets = packets;
        List<PointEvents.Arrow> all = trace.points().arrows();
        for (int number = 1; number <= all.size(); number++) {
            addArrow(all.get(number - 1).from(), number);
            addArrow(all.get(number - 1).to(), number);
        }
        this.flows = new FlowChains(trace.points().events());
        this.arrowEnds = new byte[all.size() + 1];
    }

    private void addArrow(PointEvents.ArrowEnd end, int number) {
        arrows.computeIfAbsent(end.beginIndex(), event -> new ArrayList<>(1)).add(number);
    }

    private void run() throws IOException {
        // Without it readers order threads by number: they ignore the rank of a thread, and what its process says.
        packets.writeTrack(new ProtoMessage()
                .number(Descriptor.UUID, Descriptor.ROOT)
                .number(Descriptor.PROCESS_ORDERING, Descriptor.BY_RANK)
                .number(Descriptor.THREAD_ORDERING, Descriptor.BY_RANK));
        for (Map.Entry<Long, Meta.ProcessInfo> process :
                trace.meta().processes().entrySet()) {
            writeProcess(process.getKey(), process.getValue().name());
        }
        for (ThreadRow row : trace.rows()) {
            writeCalls(row, writeThread(row));
        }
        for (TraceEvent event : trace.points().events()) {
            writePoint(event);
        }
        countHalfArrows();
    }

    private long writeProcess(long pid, String name) throws IOException {
        long track = ++lastTrack;
        processTracks.put(pid, track);
        ProtoMessage process = new ProtoMessage().number(Descriptor.PROCESS_PID, pid);
        if (!name.isEmpty()) {
            process.bytes(Descriptor.PROCESS_NAME, JsonText.bytes(name));
        }
        packets.writeTrack(new ProtoMessage()
                .number(Descriptor.UUID, track)
                .message(Descriptor.PROCESS, process)
                .number(Descriptor.SIBLING_RANK, processTracks.size())
                .number(Descriptor.CHILD_ORDERING, Descriptor.EXPLICIT));
        return track;
    }

    private long processTrack(long pid) throws IOException {
        Long track = processTracks.get(pid);
        return track != null ? track : writeProcess(pid, "");
    }

    private long writeThread(ThreadRow row) throws IOException {
        if (row.isVirtual()) {
            return writeVirtualThread(row);
        }
        long track = ++lastTrack;
        threadTracks.put(new ThreadKey(row.pid(), row.tid()), track);
        ProtoMessage thread = new ProtoMessage()
                .number(Descriptor.THREAD_PID, row.pid())
                .number(Descriptor.THREAD_TID, row.tid())
                .bytes(Descriptor.THREAD_NAME, JsonText.bytes(row.name()));
        packets.writeTrack(new ProtoMessage()
                .number(Descriptor.UUID, track)
                .number(Descriptor.PARENT_UUID, processTrack(row.pid()))
                .message(Descriptor.THREAD, thread)
                .number(Descriptor.SIBLING_RANK, row.index()));
        return track;
    }

    /* A track with a thread's number is always a row of its process: only a track without one can be in a group. */
    private long writeVirtualThread(ThreadRow row) throws IOException {
        long group = track(rowTracks, row.pid(), TraceWords.VIRTUAL_THREADS, descriptor -> descriptor
                .number(Descriptor.CHILD_ORDERING, Descriptor.EXPLICIT)
                .number(Descriptor.SIBLING_RANK, row.index()));
        long track = ++lastTrack;
        threadTracks.put(new ThreadKey(row.pid(), row.tid()), track);
        packets.writeTrack(descriptor(track, virtualNames.of(row.pid(), row.tid(), row.name()), group)
                .number(Descriptor.SIBLING_RANK, row.index()));
        return track;
    }

    private void writeCalls(ThreadRow row, long track) throws IOException {
        CallCursor calls = trace.calls(row, CallCursor.Times.NESTED);
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            if (step == CallCursor.Step.BEGIN) {
                writeBegin(calls, track);
                trace.counts().addCall(trace.trees().flags(calls.call()));
            } else {
                packets.event(Event.END, track);
                packets.write(calls.endNanos());
            }
        }
    }

    private void writeBegin(CallCursor calls, long track) throws IOException {
        int call = calls.call();
        ProtoMessage event = packets.event(Event.BEGIN, track);
        packets.name(trace.trees().nameIndex(call));
        int flags = trace.trees().flags(call);
        for (byte[] flag : FLAGS[flags & SpanWords.OF_CALLS]) {
            event.bytes(Event.ANNOTATION, flag);
        }
        annotate(event, trace.args(call));
        if ((flags & SpanFlags.FLOW) != 0) {
            putArrows(event, trace.trees().beginIndex(call));
        }
        packets.write(calls.startNanos());
    }

    private void putArrows(ProtoMessage event, long beginIndex) {
        for (int number : arrows.getOrDefault(beginIndex, List.of())) {
            event.fixed64(Event.FLOW_ID, number);
            arrowEnds[number]++;
        }
    }

    /** Counts ends of arrows that have no other end, when it is known which of their calls were dropped. */
    private void countHalfArrows() {
        for (int number = 1; number < arrowEnds.length; number++) {
            if (arrowEnds[number] < 2) {
                trace.counts().lose(ExportLoss.HALF_ARROW);
            }
        }
        trace.counts().lose(ExportLoss.HALF_ARROW, trace.points().halfArrows() + flows.halfArrows());
    }

    private void writePoint(TraceEvent event) throws IOException {
        if (PointEvents.isStall(event)) {
            writeStall(event);
        } else if (event.phase() == Phase.COUNTER) {
            writeCounter(event);
        } else {
            writeInstant(event, flows.number(event));
        }
    }

    private void writeStall(TraceEvent stall) throws IOException {
        int belowThreads = trace.rows().size();
        long track = track(
                rowTracks,
                stall.pid(),
                TraceWords.STALL_ROW,
                descriptor -> descriptor.number(Descriptor.SIBLING_RANK, belowThreads));
        long start = Math.max(
                PointEvents.stallStart(stall, trace.startNanos()), stallEnds.getOrDefault(track, Long.MIN_VALUE));
        ProtoMessage event = packets.event(Event.BEGIN, track).bytes(Event.NAME, JsonText.bytes(TraceWords.STALL));
        annotate(event, stall.args());
        packets.write(Math.min(start, stall.tsNanos()));
        packets.event(Event.END, track);
        packets.write(stall.tsNanos());
        stallEnds.put(track, stall.tsNanos());
    }

    private void writeInstant(TraceEvent point, long flow) throws IOException {
        Long thread = threadTracks.get(new ThreadKey(point.pid(), point.tid()));
        ProtoMessage event = packets.event(Event.INSTANT, thread != null ? thread : processTrack(point.pid()));
        event.bytes(Event.NAME, JsonText.bytes(point.name()));
        if (flow != 0) {
            event.fixed64(Event.FLOW_ID, flow);
        }
        annotate(event, point.args());
        packets.write(point.tsNanos());
    }

    private void writeCounter(TraceEvent counter) throws IOException {
        for (Map.Entry<String, Double> value : PointEvents.series(counter).entrySet()) {
            long track = track(
                    counterTracks,
                    counter.pid(),
                    value.getKey(),
                    descriptor -> descriptor.message(Descriptor.COUNTER, new ProtoMessage()));
            packets.event(Event.COUNTER, track).decimal(Event.COUNTER_VALUE, value.getValue());
            packets.write(counter.tsNanos());
        }
    }

    /** Returns a track within that of its process; writes it, with more in its descriptor, if it is new. */
    private long track(Map<Series, Long> tracks, long pid, String name, UnaryOperator<ProtoMessage> more)
            throws IOException {
        Series series = new Series(pid, name);
        Long known = tracks.get(series);
        if (known != null) {
            return known;
        }
        long parent = processTrack(pid);
        long track = ++lastTrack;
        tracks.put(series, track);
        packets.writeTrack(more.apply(descriptor(track, name, parent)));
        return track;
    }

    /** Returns the beginning of the descriptor of a track within another one. */
    private static ProtoMessage descriptor(long track, String name, long parent) {
        return new ProtoMessage()
                .number(Descriptor.UUID, track)
                .bytes(Descriptor.NAME, JsonText.bytes(name))
                .number(Descriptor.PARENT_UUID, parent);
    }

    private static byte[][][] annotationsByFlags() {
        byte[][][] annotations = new byte[SpanWords.OF_CALLS + 1][][];
        for (int flags = 0; flags < annotations.length; flags++) {
            annotations[flags] = SpanWords.arguments(flags).entrySet().stream()
                    .map(flag -> annotation(flag.getKey(), flag.getValue()).toBytes())
                    .toArray(byte[][]::new);
        }
        return annotations;
    }

    private static void annotate(ProtoMessage event, Args args) {
        args.asMap().forEach((name, value) -> event.message(Event.ANNOTATION, annotation(name, value)));
    }

    private static ProtoMessage annotation(String name, @Nullable Object value) {
        ProtoMessage annotation = new ProtoMessage().bytes(Annotation.NAME, JsonText.bytes(name));
        if (value instanceof Boolean flag) {
            annotation.number(Annotation.FLAG, flag ? 1 : 0);
        } else if (value instanceof Long number) {
            annotation.number(Annotation.NUMBER, number);
        } else if (value instanceof Double number) {
            annotation.decimal(Annotation.DECIMAL, number);
        } else {
            annotation.bytes(
                    Annotation.TEXT, value instanceof String text ? JsonText.bytes(text) : JsonText.value(value));
        }
        return annotation;
    }
}
