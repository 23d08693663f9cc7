// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.chrome.write.ChromeTraceWriter;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A file of Chrome's JSON array format, one event a line. Closing it ends the array. */
final class EventLines implements Closeable {
    private static final byte[][] ENDINGS = ChromeTraceWriter.endings(SpanWords.OF_CALLS);
    private static final byte[] NEXT = JsonText.bytes(",\n");
    private static final byte[] DURATION = JsonText.bytes(",\"dur\":");
    private static final byte[] END = JsonText.bytes("\n]\n");
    private static final byte[] NO_DECIMAL = {};
    private static final byte[] HALF = JsonText.bytes("5");

    private final OutputStream out;
    private final RecordBuffer buffer;
    private final long shiftNanos;
    private byte[] separator = JsonText.bytes("[\n");
    private final ByIndex<byte[]> names;

    /**
     * @param names the names of calls as JSON
     * @param shiftNanos subtracted from all times, so that none is negative
     */
    EventLines(OutputStream out, ByIndex<byte[]> names, long shiftNanos) {
        this.out = out;
        this.buffer = new RecordBuffer(out);
        this.names = names;
        this.shiftNanos = shiftNanos;
    }

    /**
     * Writes a call, or one end of it.
     *
     * @param start bytes before the time, see {@link #start}
     * @param durNanos its duration; less than 0 for an event without
     * @param fields from the comma after the times to the quote before the name
     * @param ending from the quote after the name to the end of the event
     */
    void call(byte[] start, long tsNanos, long durNanos, byte[] fields, int nameIndex, byte[] ending)
            throws IOException {
        call(start, tsNanos, NO_DECIMAL, durNanos, fields, nameIndex, ending);
    }

    /** Writes a call without length half a nanosecond early, which readers that round take for its time. */
    void callJustBefore(byte[] start, long tsNanos, byte[] fields, int nameIndex, byte[] ending) throws IOException {
        call(start, tsNanos - 1, HALF, 0, fields, nameIndex, ending);
    }

    private void call(
            byte[] start, long tsNanos, byte[] decimal, long durNanos, byte[] fields, int nameIndex, byte[] ending)
            throws IOException {
        byte[] name = names.made(nameIndex);
        buffer.beginRecord(separator.length
                + start.length
                + decimal.length
                + DURATION.length
                + RecordBuffer.MAX_NUMBER_LENGTH
                + fields.length
                + name.length
                + ending.length);
        buffer.put(separator);
        separator = NEXT;
        buffer.put(start);
        buffer.putMicros(tsNanos - shiftNanos);
        buffer.put(decimal);
        if (durNanos >= 0) {
            buffer.put(DURATION);
            buffer.putMicros(durNanos);
        }
        buffer.put(fields);
        buffer.put(name);
        buffer.put(ending);
    }

    static byte[] start(char phase) {
        return JsonText.bytes("{\"ph\":\"" + phase + "\",\"ts\":");
    }

    /** Returns the bytes after the name of a call, with its flags as arguments. */
    static byte[] ending(int flags) {
        return ENDINGS[flags & SpanWords.OF_CALLS];
    }

    /** Returns the ending of a call with arguments besides its flags, of a name of some kind. */
    static byte[] ending(int flags, Args args, NameKind kind) {
        if (args.isEmpty() && kind == NameKind.METHOD) {
            return ending(flags);
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>(args.asMap());
        Object site = all.remove(TraceWords.SITE);
        all.putAll(SpanWords.arguments(flags));
        if (site != null) {
            all.put(TraceWords.SITE, site); // readers expect it behind the flags
        }
        if (kind != NameKind.METHOD) {
            all.put(TraceWords.KIND, kind.word());
        }
        return JsonText.ending(all);
    }

    /** Writes the names and the order of processes and threads. Must come first. */
    void writeNames(ExportedTrace trace) throws IOException {
        for (Map.Entry<Long, Meta.ProcessInfo> entry : trace.meta().processes().entrySet()) {
            long pid = entry.getKey();
            Meta.ProcessInfo process = entry.getValue();
            if (!process.name().isEmpty()) {
                metadata(pid, 0, TraceWords.PROCESS_NAME, Map.of("name", process.name()));
            }
            if (!process.labels().isEmpty()) {
                metadata(pid, 0, TraceWords.PROCESS_LABELS, Map.of("labels", process.labels()));
            }
        }
        for (ThreadRow row : trace.rows()) {
            metadata(row.pid(), row.tid(), TraceWords.THREAD_NAME, Map.of("name", row.name()));
            metadata(row.pid(), row.tid(), TraceWords.THREAD_SORT_INDEX, Map.of("sort_index", row.index()));
        }
        int last = trace.rows().size();
        Stream<TraceEvent> stalls = trace.points().events().stream().filter(PointEvents::isStall);
        for (long pid : stalls.map(TraceEvent::pid).distinct().toList()) {
            metadata(pid, 0, TraceWords.THREAD_NAME, Map.of("name", TraceWords.STALL_ROW));
            metadata(pid, 0, TraceWords.THREAD_SORT_INDEX, Map.of("sort_index", last));
        }
    }

    private void metadata(long pid, long tid, String name, Map<String, ?> args) throws IOException {
        event('M', shiftNanos, ChromeTraceWriter.fields(pid, tid, TraceWords.METADATA, name, args));
    }

    /** Writes a rare event. */
    void event(char phase, long tsNanos, Map<String, ?> fields) throws IOException {
        byte[] start = start(phase);
        byte[] json = JsonText.value(fields);
        json[0] = ','; // continues after the time instead of opening another object
        buffer.beginRecord(separator.length + start.length + json.length);
        buffer.put(separator);
        separator = NEXT;
        buffer.put(start);
        buffer.putMicros(tsNanos - shiftNanos);
        buffer.put(json);
    }

    @Override
    public void close() throws IOException {
        try (out) {
            buffer.beginRecord(separator.length + END.length);
            if (separator != NEXT) {
                buffer.put(separator);
            }
            buffer.put(END);
            buffer.flush();
        }
    }
}
