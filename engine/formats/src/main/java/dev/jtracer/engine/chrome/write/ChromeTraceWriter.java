// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A writer of one file of Chrome's JSON array format, one event a line, in the layout that Perfetto, the catapult
 * trace viewer and Firefox Profiler all show as one row per thread.
 *
 * <p>Does not check its input: {@link SegmentedTraceWriter} ensures that spans nest. Times are nanoseconds since the
 * start of the recording, not negative. Allocates nothing per span. Not safe for use by several threads.
 */
public final class ChromeTraceWriter implements Closeable {
    /* A record starts with the comma that ends the previous one, and the buffer is written between records only: a
     * file that is cut off because the process died ends behind a complete event, and Perfetto and catapult open it
     * unchanged.
     *
     * Bytes by hand instead of a generator: 62 million events a second against 6.5 million with jackson-core's. */
    private static final byte[] START_ARRAY = JsonText.bytes("[\n");
    private static final byte[] NEXT_RECORD = JsonText.bytes(",\n");
    /* Position of the row of stalls, below those of threads. */
    private static final int LAST_ROW = Integer.MAX_VALUE;
    private static final int FIRST_VIRTUAL_ROW = 1 << 30;
    private static final byte[] END_ARRAY = JsonText.bytes("\n]\n");
    private static final byte[] NEXT_BEGIN = JsonText.bytes(",\n{\"ph\":\"b\",\"ts\":");
    private static final byte[] NEXT_END = JsonText.bytes(",\n{\"ph\":\"e\",\"ts\":");

    private static final byte[] BIND_ID = JsonText.bytes("\",\"bind_id\":\"0x");
    private static final byte[] PASS = JsonText.bytes("\",\"flow_out\":true,\"args\":{\"pass\":true");
    private static final byte[] FORWARD = JsonText.bytes(",\"forward\":\"0x");
    private static final byte[] FORWARD_END = JsonText.bytes("\"");
    private static final byte[] RUN = JsonText.bytes("\",\"flow_in\":true,\"args\":{\"callback\":true");
    /* No arrow: it would lead from one of several passes that may have caused the run. */
    private static final byte[] AMBIGUOUS_RUN = JsonText.bytes("\",\"args\":{\"callback\":true,\"ambiguous\":true");
    private static final byte[] ARGS_END = JsonText.bytes("}}");
    private static final int NUMBERS_LENGTH = BIND_ID.length
            + Math.max(PASS.length, AMBIGUOUS_RUN.length)
            + FORWARD.length
            + FORWARD_END.length
            + ARGS_END.length;

    private static final int WRITTEN_FLAGS =
            SpanFlags.THREW | SpanFlags.UNFINISHED | SpanFlags.CONTINUED | SpanFlags.CALLBACK;
    /** The bytes after the name of a span, by its flags. */
    private static final byte[][] SPAN_ENDINGS = endings(WRITTEN_FLAGS);

    private final OutputStream out;
    private final RecordBuffer buffer;
    private final ChromeEncoding encoding;
    private final RecordingInfo info;
    private byte[] separator = START_ARRAY;
    /** The ends of the latest stalls of processes, which have a row for them. */
    private final Map<Long, Long> stallEnds = new HashMap<>();

    private boolean closed;

    /** Starts a file in an output that receives whole records, in large writes; {@link #close} closes it. */
    ChromeTraceWriter(OutputStream out, ChromeEncoding encoding, RecordingInfo info) throws IOException {
        this.out = out;
        this.buffer = new RecordBuffer(out);
        this.encoding = encoding;
        this.info = info;
        writeProcess();
    }

    private void writeProcess() throws IOException {
        writeMetadata(info.pid(), 0, TraceWords.PROCESS_NAME, Map.of("name", info.processName()));
        if (!info.labels().isEmpty()) {
            writeMetadata(info.pid(), 0, TraceWords.PROCESS_LABELS, Map.of("labels", String.join(",", info.labels())));
        }
        writeMetadata(info.pid(), 0, TraceWords.PROCESS_SORT_INDEX, Map.of("sort_index", 0));
        writeFacts(TraceWords.RECORDING, info.startNanos(), info.details());
    }

    /** Writes the name and the position of a thread. Call it before the thread's first event. */
    public void nameThread(Track thread) throws IOException {
        writeMetadata(thread.pid(), thread.tid(), TraceWords.THREAD_NAME, Map.of("name", threadName(thread)));
        writeMetadata(thread.pid(), thread.tid(), TraceWords.THREAD_SORT_INDEX, Map.of("sort_index", position(thread)));
    }

    /** Begins the outer span of a thread, whose name viewers show for the thread's row. */
    public void beginThread(Track thread, long tsNanos, boolean continued) throws IOException {
        writeThreadSpan(NEXT_BEGIN, thread, tsNanos, TraceWords.THREAD, threadName(thread), continued);
    }

    /** Ends the outer span of a thread, with the same name as at its begin. */
    public void endThread(Track thread, long tsNanos, boolean continued) throws IOException {
        writeThreadSpan(NEXT_END, thread, tsNanos, TraceWords.THREAD_END, true, continued);
    }

    private void writeThreadSpan(
            byte[] start, Track thread, long tsNanos, String argument, Object value, boolean continued)
            throws IOException {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put(argument, value);
        if (continued) {
            args.put(TraceWords.CONTINUED, true);
        }
        byte[] name = JsonText.escaped(encoding.rowName(thread, threadName(thread)));
        writeSpan(start, thread.index(), tsNanos, name, JsonText.ending(args));
    }

    /**
     * Begins a call, or with {@code CALLBACK} the run of a callback without a known pass. Among the {@link
     * SpanFlags}, only these and {@code CONTINUED} are valid here.
     */
    public void begin(int track, int nameIndex, long tsNanos, int flags) throws IOException {
        byte[] name = encoding.name(nameIndex);
        byte[] ending = SPAN_ENDINGS[flags & WRITTEN_FLAGS];
        if (flags == SpanFlags.NONE) {
            byte[] context = encoding.contextEnding(nameIndex);
            writeSpan(NEXT_BEGIN, track, tsNanos, name, context != null ? context : ending);
        } else {
            byte[] added = encoding.addedArguments(nameIndex);
            writeSpan(NEXT_BEGIN, track, tsNanos, name, added.length == 0 ? ending : withArguments(ending, added));
        }
    }

    private static byte[] withArguments(byte[] ending, byte[] added) {
        byte[] longer = Arrays.copyOf(ending, ending.length + added.length);
        int end = ending.length - ARGS_END.length;
        System.arraycopy(added, 0, longer, end, added.length);
        System.arraycopy(ARGS_END, 0, longer, end + added.length, ARGS_END.length);
        return longer;
    }

    /** Ends a call, with its {@link SpanFlags}. */
    public void end(int track, int nameIndex, long tsNanos, int flags) throws IOException {
        writeSpan(NEXT_END, track, tsNanos, encoding.name(nameIndex), SPAN_ENDINGS[flags & WRITTEN_FLAGS]);
    }

    /** Ends a call with the bytes after its name, as the encoding returns them. */
    void end(int track, int nameIndex, long tsNanos, byte[] ending) throws IOException {
        writeSpan(NEXT_END, track, tsNanos, encoding.name(nameIndex), ending);
    }

    /** Begins a call with the bytes after its name, as the encoding returns them. */
    void begin(int track, int nameIndex, long tsNanos, byte[] ending) throws IOException {
        writeSpan(NEXT_BEGIN, track, tsNanos, encoding.name(nameIndex), ending);
    }

    /**
     * Writes a pass: the callback {@code nameIndex} is passed to the innermost open call of the track.
     *
     * @param number the pass's own number, not 0
     * @param firstNumber number of the callback's first pass if this one forwards it, otherwise 0
     */
    public void pass(int track, int nameIndex, long tsNanos, long number, long firstNumber) throws IOException {
        beginNumbered(track, nameIndex, tsNanos, number, encoding.addedArguments(nameIndex).length);
        buffer.put(PASS);
        if (firstNumber != 0) {
            buffer.put(FORWARD);
            buffer.putHex(firstNumber);
            buffer.put(FORWARD_END);
        }
        endArguments(nameIndex);
        end(track, nameIndex, tsNanos, SpanFlags.NONE);
    }

    /**
     * Begins the run of a callback; {@link #end} ends it.
     *
     * @param number number of its pass, not 0
     * @param ambiguous whether another pass may have caused it
     */
    public void beginRun(int track, int nameIndex, long tsNanos, long number, boolean ambiguous) throws IOException {
        beginNumbered(track, nameIndex, tsNanos, number, encoding.addedArguments(nameIndex).length);
        buffer.put(ambiguous ? AMBIGUOUS_RUN : RUN);
        endArguments(nameIndex);
    }

    private void endArguments(int nameIndex) {
        buffer.put(encoding.addedArguments(nameIndex));
        buffer.put(ARGS_END);
    }

    /**
     * Writes one end of an arrow as a span without length, for a call at which several arrows begin or end: viewers
     * draw arrows between spans of this format by a number, and each span has one. Its parameters are those of
     * {@link #beginBound}.
     */
    public void arrowEnd(int track, int nameIndex, long tsNanos, long number, boolean out, boolean in)
            throws IOException {
        beginBound(track, nameIndex, tsNanos, number, out, in, Map.of());
        end(track, nameIndex, tsNanos, SpanFlags.NONE);
    }

    /**
     * Begins a call at which an arrow begins or ends.
     *
     * @param number number of the arrow, or of the chain of arrows, not 0
     * @param out whether an arrow begins here
     * @param in whether an arrow ends here
     */
    public void beginBound(
            int track, int nameIndex, long tsNanos, long number, boolean out, boolean in, Map<String, ?> args)
            throws IOException {
        byte[] ending = ChromeEncoding.boundEnding(out, in, args);
        beginNumbered(track, nameIndex, tsNanos, number, ending.length);
        buffer.put(ending);
    }

    private void beginNumbered(int track, int nameIndex, long tsNanos, long number, int more) throws IOException {
        byte[] fields = encoding.spanFields(track);
        byte[] name = encoding.name(nameIndex);
        RecordBuffer buffer = this.buffer;
        buffer.beginRecord(NEXT_BEGIN.length + fields.length + name.length + NUMBERS_LENGTH + more);
        buffer.put(NEXT_BEGIN);
        buffer.putMicros(tsNanos);
        buffer.put(fields);
        buffer.put(name);
        buffer.put(BIND_ID);
        buffer.putHex(number);
    }

    private void writeSpan(byte[] start, int track, long tsNanos, byte[] name, byte[] ending) throws IOException {
        byte[] fields = encoding.spanFields(track);
        RecordBuffer buffer = this.buffer;
        buffer.beginRecord(start.length + fields.length + name.length + ending.length);
        buffer.put(start);
        buffer.putMicros(tsNanos);
        buffer.put(fields);
        buffer.put(name);
        buffer.put(ending);
    }

    /** Writes a line of text at a point in time of a thread, among its calls. */
    public void log(int track, long tsNanos, String text) throws IOException {
        Track thread = encoding.track(track);
        writeRowEvent(
                Phase.ASYNC_INSTANT,
                tsNanos,
                thread.pid(),
                thread.tid(),
                TraceWords.JAVA,
                text,
                Map.of(TraceWords.LOG, true));
    }

    /**
     * Writes a stall: the whole JVM was stopped, or too slow, for {@code stallNanos} up to this time. The stalls of a
     * process have a row of their own, which viewers name after its first event.
     */
    public void stall(long pid, long tsNanos, long stallNanos) throws IOException {
        Long before = stallEnds.put(pid, tsNanos);
        long start = Math.min(tsNanos, Math.max(tsNanos - stallNanos, before == null ? 0 : before));
        if (before == null) {
            // Firefox Profiler names and sorts the row by these.
            writeMetadata(pid, 0, TraceWords.THREAD_NAME, Map.of("name", TraceWords.STALL_ROW));
            writeMetadata(pid, 0, TraceWords.THREAD_SORT_INDEX, Map.of("sort_index", LAST_ROW));
            writeRowEvent(Phase.ASYNC_BEGIN, start, pid, 0, TraceWords.JTRACER, TraceWords.STALL_ROW, Map.of());
            writeRowEvent(Phase.ASYNC_END, start, pid, 0, TraceWords.JTRACER, TraceWords.STALL_ROW, Map.of());
        }
        writeRowEvent(Phase.ASYNC_BEGIN, start, pid, 0, TraceWords.JTRACER, TraceWords.STALL, Map.of());
        Map<String, ?> facts = Map.of(TraceWords.STALL_NANOS, stallNanos);
        writeRowEvent(Phase.ASYNC_END, tsNanos, pid, 0, TraceWords.JTRACER, TraceWords.STALL, facts);
    }

    private void writeRowEvent(
            Phase phase, long tsNanos, long pid, long tid, String category, String name, Map<String, ?> args)
            throws IOException {
        Map<String, Object> fields = fields(pid, tid, category, name, args);
        fields.put("id2", Map.of("local", "0x" + Long.toHexString(tid)));
        event(phase, tsNanos, fields);
    }

    /**
     * Writes facts about the recording, for example settings or losses. They are metadata, because an instant would
     * open a row without calls in Firefox Profiler, above all others, and extend the time axis of every viewer.
     */
    public void writeFacts(String name, long tsNanos, Map<String, ?> facts) throws IOException {
        event(Phase.METADATA, tsNanos, fields(info.pid(), 0, TraceWords.JTRACER, name, facts));
    }

    private void writeMetadata(long pid, long tid, String name, Map<String, ?> args) throws IOException {
        event(Phase.METADATA, 0, fields(pid, tid, TraceWords.METADATA, name, args));
    }

    /** Returns the members that all events have besides {@code ph} and {@code ts}, to which others may be added. */
    public static Map<String, Object> place(long pid, long tid, String category, String name) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("pid", pid);
        fields.put("tid", tid);
        fields.put("cat", category);
        fields.put("name", name);
        return fields;
    }

    /** Returns the same members, and arguments unless there are none. */
    public static Map<String, Object> fields(long pid, long tid, String category, String name, Map<String, ?> args) {
        Map<String, Object> fields = place(pid, tid, category, name);
        if (!args.isEmpty()) {
            fields.put("args", args);
        }
        return fields;
    }

    /** Writes an event other than a call, by its members except {@code ph} and {@code ts}. */
    public void event(Phase phase, long tsNanos, Map<String, ?> fields) throws IOException {
        byte[] start = JsonText.bytes("{\"ph\":\"" + phase.code() + "\",\"ts\":");
        byte[] json = JsonText.value(fields);
        json[0] = ','; // continues after the time instead of opening another object
        buffer.beginRecord(separator.length + start.length + json.length);
        buffer.put(separator);
        buffer.put(start);
        buffer.putMicros(tsNanos);
        buffer.put(json);
        separator = NEXT_RECORD;
    }

    public long size() {
        return buffer.size();
    }

    /** Ends the array and closes the output. Does nothing the second time. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            buffer.beginRecord(END_ARRAY.length);
            buffer.put(END_ARRAY);
            buffer.flush();
        }
    }

    /** Returns the position of a thread's row: main thread first, virtual threads last, others by first events. */
    private static int position(Track thread) {
        if (thread.kind() == Track.Kind.VIRTUAL_THREAD) {
            return FIRST_VIRTUAL_ROW + thread.index();
        }
        return thread.name().equals(RowNames.MAIN_THREAD) ? 0 : 1 + thread.index();
    }

    private static String threadName(Track thread) {
        return thread.name().isEmpty() ? "thread-" + thread.tid() : thread.name();
    }

    /** Returns, by flags among these, the bytes after the name of an event without other arguments. */
    public static byte[][] endings(int mask) {
        byte[][] endings = new byte[mask + 1][];
        for (int flags = 0; flags <= mask; flags++) {
            endings[flags] = JsonText.ending(SpanWords.arguments(flags & mask));
        }
        return endings;
    }
}
