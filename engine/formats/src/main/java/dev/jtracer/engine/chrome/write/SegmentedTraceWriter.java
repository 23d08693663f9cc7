// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.pairing.OpenSpans;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the enters and exits of a recording to one or more files of Chrome's format. Each file opens by itself:
 * for any input, spans nest strictly, every begin has its end, and each thread's events are in the order of their
 * times. Data that cannot be written are counted.
 *
 * <p>The events of a thread must be passed in the order of their times; threads may be interleaved in any order.
 * Times are nanoseconds since the start of the recording. Allocates nothing per event without arguments. Not
 * thread-safe.
 */
public final class SegmentedTraceWriter implements Closeable {
    private final TraceOutputs outputs;
    private final ChromeEncoding encoding;
    private final RecordingInfo info;
    private final long maxBytes;
    private final int maxCalls;
    private final long minNanos;

    private final ByIndex<ThreadState> threads = new ByIndex<>();
    private final List<ThreadState> threadsInSegment = new ArrayList<>();
    /** Metadata that each file repeats. */
    private final List<HeadEvent> headEvents = new ArrayList<>();

    private ChromeTraceWriter writer;
    private long cutAtBytes;

    private int segments;
    private long calls;
    private long unmatchedExits;
    private long unmatchedEnters;
    private long openAtEnd;
    private long depthCut;
    private long tooShort;
    private long movedForward;
    private long passes;
    private long runs;

    private record HeadEvent(long tsNanos, Map<String, ?> fields) {}

    /** Opens the first segment. */
    public SegmentedTraceWriter(
            TraceOutputs outputs, StringTable names, TrackTable tracks, RecordingInfo info, TraceLimits limits)
            throws IOException {
        this.outputs = outputs;
        this.encoding = new ChromeEncoding(names, tracks);
        this.info = info;
        this.maxBytes = limits.maxBytes();
        this.maxCalls = limits.mostCalls();
        this.minNanos = limits.minNanos();
        this.writer = openSegment();
    }

    public void enter(int track, int nameIndex, long tsNanos) throws IOException {
        enter(track, nameIndex, tsNanos, 0);
    }

    /** Begins a call with the text of its arguments, which is the site of the name {@code textIndex}; 0 for none. */
    public void enter(int track, int nameIndex, long tsNanos, int textIndex) throws IOException {
        open(track, nameIndex, tsNanos, SpanFlags.NONE, textIndex == 0 ? null : encoding.argumentsEnding(textIndex));
    }

    /**
     * Begins a call with its arguments. With the flag {@code CONTINUED} it began before the written part of the
     * recording; then it may be a run of a callback, with {@code CALLBACK}.
     */
    public void enter(int track, int nameIndex, long tsNanos, int flags, Map<String, ?> args) throws IOException {
        open(track, nameIndex, tsNanos, flags, args.isEmpty() ? null : encoding.beginEnding(nameIndex, flags, args));
    }

    private void open(int track, int nameIndex, long tsNanos, int flags, byte @Nullable [] ending) throws IOException {
        ThreadState thread = thread(track);
        long ts = inOrder(thread, tsNanos);
        OpenSpans open = thread.open;
        if (open.depth() >= maxCalls) {
            depthCut++;
        }
        thread.ending(open.depth(), ending);
        open.push(nameIndex, ts, flags);
        writeLasting(thread, ts);
    }

    /**
     * Adds a pass: a callback is passed to the innermost open call of a thread. The calls around a pass or a run are
     * always written, even short ones: without its two ends a pass would look as if the callback had never run.
     *
     * @param nameIndex name of the callback, {@code Class.method[k]} after the call and the argument
     * @param number the pass's own number, not 0, which the callback's runs repeat
     * @param firstNumber number of the callback's first pass if this one forwards it, otherwise 0
     */
    public void pass(int track, int nameIndex, long tsNanos, long number, long firstNumber) throws IOException {
        ThreadState thread = thread(track);
        long ts = inOrder(thread, tsNanos);
        if (writeAround(thread, ts)) {
            writer.pass(track, nameIndex, ts, number, firstNumber);
            passes++;
        }
    }

    /** Prepares a record in the innermost open call; returns false, and counts, if that one is too deep for it. */
    private boolean writeAround(ThreadState thread, long ts) throws IOException {
        if (thread.open.depth() >= maxCalls) {
            depthCut++;
            return false;
        }
        writeHeldBack(thread, Long.MIN_VALUE, ts);
        beforeRecord(thread, ts);
        return true;
    }

    /** Begins a call, written even if it is short, as {@link ChromeTraceWriter#beginBound} does. */
    public void enterBound(
            int track, int nameIndex, long tsNanos, long number, boolean out, boolean in, Map<String, ?> args)
            throws IOException {
        ThreadState thread = thread(track);
        long ts = inOrder(thread, tsNanos);
        if (writeAround(thread, ts)) {
            writer.beginBound(track, nameIndex, ts, number, out, in, args);
            thread.written++;
            calls++;
        } else {
            writeLasting(thread, ts);
        }
        thread.open.push(nameIndex, ts, SpanFlags.NONE);
    }

    /**
     * Adds one end of an arrow, of the arrow's name, at the innermost open call of a thread, which is always written,
     * as {@link ChromeTraceWriter#arrowEnd} does.
     */
    public void arrowEnd(int track, int nameIndex, long tsNanos, long number, boolean out, boolean in)
            throws IOException {
        ThreadState thread = thread(track);
        long ts = inOrder(thread, tsNanos);
        if (writeAround(thread, ts)) {
            writer.arrowEnd(track, nameIndex, ts, number, out, in);
        }
    }

    /**
     * Begins a run of a callback on a thread; {@link #exit} ends it.
     *
     * @param nameIndex name of the callback, that of its pass
     * @param number number of its pass; 0 if none is known
     * @param ambiguous whether another pass may have caused it
     */
    public void enterRun(int track, int nameIndex, long tsNanos, long number, boolean ambiguous) throws IOException {
        ThreadState thread = thread(track);
        long ts = inOrder(thread, tsNanos);
        if (writeAround(thread, ts)) {
            if (number == 0) {
                writer.begin(track, nameIndex, ts, SpanFlags.CALLBACK);
            } else {
                writer.beginRun(track, nameIndex, ts, number, ambiguous);
            }
            thread.written++;
            runs++;
        }
        thread.open.push(nameIndex, ts, SpanFlags.CALLBACK);
    }

    /** Ends a call or a run of a callback on a thread, with all open calls and runs within it. */
    public void exit(int track, int nameIndex, long tsNanos, boolean threw) throws IOException {
        exit(track, nameIndex, tsNanos, threw ? SpanFlags.THREW : SpanFlags.NONE, (byte[]) null);
    }

    /**
     * Ends a call, with more that is known about it than its flags. Only {@code THREW}, {@code UNFINISHED} and
     * {@code CONTINUED} are valid here.
     */
    public void exit(int track, int nameIndex, long tsNanos, int flags, Map<String, ?> args) throws IOException {
        exit(track, nameIndex, tsNanos, flags, args.isEmpty() ? null : ChromeEncoding.exitEnding(flags, args));
    }

    private void exit(int track, int nameIndex, long tsNanos, int flags, byte @Nullable [] ending) throws IOException {
        ThreadState thread = thread(track);
        OpenSpans open = thread.open;
        int level = open.nearest(nameIndex);
        if (level < 0) {
            unmatchedExits++;
            return;
        }
        long ts = inOrder(thread, tsNanos);
        writeLasting(thread, ts);
        while (open.depth() - 1 > level) {
            unmatchedEnters++;
            endInnermost(thread, ts, SpanFlags.UNFINISHED, null);
        }
        endInnermost(thread, ts, flags, ending);
    }

    /** Writes a text from the application at a point in time of a thread. */
    public void log(int track, long tsNanos, String text) throws IOException {
        ThreadState thread = thread(track);
        long ts = inOrder(thread, tsNanos);
        // The calls around the text are written even if they turn out too short, because later they would be out of
        // order.
        writeHeldBack(thread, Long.MIN_VALUE, ts);
        beforeRecord(thread, ts);
        writer.log(track, ts, text);
    }

    /** Writes what the tracer of the recorded process read at a time, at the current position of the file. */
    public void reading(String name, long tsNanos, Map<String, ?> reading) throws IOException {
        Map<String, Object> fields = ChromeTraceWriter.fields(info.pid(), 0, TraceWords.READING, name, reading);
        writer.event(Phase.METADATA, Math.max(0, tsNanos), fields);
    }

    /** Writes a stall of the recorded process, see {@link #stall(long, long, long)}. */
    public void stall(long tsNanos, long stallNanos) throws IOException {
        stall(info.pid(), tsNanos, stallNanos);
    }

    /** Writes a stall: the whole JVM {@code pid} was stopped, or too slow, for {@code stallNanos} up to this time. */
    public void stall(long pid, long tsNanos, long stallNanos) throws IOException {
        if (writer.size() >= cutAtBytes) {
            beginNextSegment();
        }
        writer.stall(pid, Math.max(0, tsNanos), stallNanos);
    }

    /**
     * Writes an event of another trace that is no call, for example the value of a counter, unchanged at the current
     * position of the file, by its members except {@code ph} and {@code ts}.
     */
    public void event(Phase phase, long tsNanos, Map<String, ?> fields) throws IOException {
        if (writer.size() >= cutAtBytes) {
            beginNextSegment();
        }
        writer.event(phase, Math.max(tsNanos, 0), fields);
    }

    /** Writes metadata of another process than the recorded one, here and at the head of each later file. */
    public void metadata(long tsNanos, Map<String, ?> fields) throws IOException {
        event(Phase.METADATA, tsNanos, fields);
        headEvents.add(new HeadEvent(tsNanos, fields));
    }

    public SegmentCounts counts() {
        return new SegmentCounts(
                segments,
                calls,
                unmatchedExits,
                unmatchedEnters,
                openAtEnd,
                depthCut,
                tooShort,
                movedForward,
                passes,
                runs);
    }

    /**
     * Ends the recording: ends the open calls, writes the counts and ends the file.
     *
     * @param endNanos the end of the recording, or less if it is not known: open calls then last to the last event
     * @param facts facts known only at the end, for example lost events; see {@link RecordingInfo#details}
     */
    public void finish(long endNanos, Map<String, ?> facts) throws IOException {
        long lastNanos = endNanos;
        for (ThreadState thread : threads.values()) {
            lastNanos = Math.max(lastNanos, thread.lastNanos);
        }
        for (ThreadState thread : threads.values()) {
            if (thread.open.depth() > 0) {
                endOpenCalls(thread, lastNanos);
            }
        }
        for (ThreadState thread : threadsInSegment) {
            endThread(thread, thread.lastNanos, false);
        }
        threadsInSegment.clear();
        Map<String, Object> all = new LinkedHashMap<>(facts);
        all.putAll(counts().asMap());
        writer.writeFacts(TraceWords.RECORDING_END, Math.max(endNanos, 0), all);
        close();
    }

    /** Ends the file. Call it even if writing failed; spans that {@link #finish} has not ended stay open. */
    @Override
    public void close() throws IOException {
        writer.close();
    }

    private void endOpenCalls(ThreadState thread, long ts) throws IOException {
        thread.lastNanos = ts;
        writeLasting(thread, ts);
        openAtEnd += thread.open.depth();
        while (thread.open.depth() > 0) {
            endInnermost(thread, ts, SpanFlags.UNFINISHED, null);
        }
    }

    private ThreadState thread(int track) {
        ThreadState thread = threads.get(track);
        return thread != null ? thread : threads.put(track, new ThreadState(track));
    }

    private long inOrder(ThreadState thread, long tsNanos) {
        if (tsNanos < thread.lastNanos) {
            movedForward++;
            return thread.lastNanos;
        }
        thread.lastNanos = tsNanos;
        return tsNanos;
    }

    /** Writes the begins of the calls that have lasted long enough. */
    private void writeLasting(ThreadState thread, long nowNanos) throws IOException {
        writeHeldBack(thread, minNanos, nowNanos);
    }

    private void writeHeldBack(ThreadState thread, long minNanos, long nowNanos) throws IOException {
        OpenSpans open = thread.open;
        int end = Math.min(open.depth(), maxCalls);
        while (thread.written < end && nowNanos - open.startNanos(thread.written) >= minNanos) {
            long start = open.startNanos(thread.written);
            beforeRecord(thread, start);
            byte[] ending = thread.ending(thread.written);
            if (ending == null) {
                writer.begin(thread.track, open.nameIndex(thread.written), start, open.flags(thread.written));
            } else {
                writer.begin(thread.track, open.nameIndex(thread.written), start, ending);
                thread.ending(thread.written, null);
            }
            // A run is held back only if it began before the written part.
            if ((open.flags(thread.written) & SpanFlags.CALLBACK) != 0) {
                runs++;
            } else {
                calls++;
            }
            thread.written++;
        }
    }

    /** @param ending the bytes after the name; null for those of the flags */
    private void endInnermost(ThreadState thread, long ts, int flags, byte @Nullable [] ending) throws IOException {
        int level = thread.open.depth() - 1;
        if (level < thread.written) {
            if (ending == null) {
                writer.end(thread.track, thread.open.nameIndex(level), ts, flags);
            } else {
                writer.end(thread.track, thread.open.nameIndex(level), ts, ending);
            }
            thread.written = level;
        } else if (level < maxCalls) {
            tooShort++;
        }
        thread.ending(level, null);
        thread.open.close(ts);
    }

    /** Begins a new segment if this one is full. Called before all records but ends, so that no segment is empty. */
    private void beforeRecord(ThreadState thread, long ts) throws IOException {
        if (writer.size() >= cutAtBytes) {
            beginNextSegment();
        }
        if (thread.row == null) {
            beginThread(thread, ts, false);
        }
    }

    private void beginThread(ThreadState thread, long ts, boolean continued) throws IOException {
        Track row = encoding.track(thread.track);
        writer.nameThread(row);
        writer.beginThread(row, ts, continued);
        thread.row = row; // for the end, because a thread may be renamed meanwhile
        threadsInSegment.add(thread);
    }

    private void endThread(ThreadState thread, long ts, boolean continued) throws IOException {
        if (thread.row != null) {
            writer.endThread(thread.row, ts, continued);
            thread.row = null;
        }
    }

    private void beginNextSegment() throws IOException {
        List<ThreadState> continuing = new ArrayList<>();
        for (ThreadState thread : threadsInSegment) {
            long ts = cutNanos(thread);
            int crossing = SpanFlags.UNFINISHED | SpanFlags.CONTINUED;
            for (int level = thread.written - 1; level >= 0; level--) {
                writer.end(thread.track, thread.open.nameIndex(level), ts, crossing);
            }
            endThread(thread, ts, thread.written > 0);
            thread.lastNanos = Math.max(thread.lastNanos, ts);
            if (thread.written > 0) {
                continuing.add(thread);
            }
        }
        threadsInSegment.clear();
        writer.close();
        writer = openSegment();
        for (ThreadState thread : continuing) {
            long ts = cutNanos(thread);
            beginThread(thread, ts, true);
            for (int level = 0; level < thread.written; level++) {
                // Its number stays in the segment where it began, because an arrow has one end.
                int kind = thread.open.flags(level) & SpanFlags.CALLBACK;
                writer.begin(thread.track, thread.open.nameIndex(level), ts, SpanFlags.CONTINUED | kind);
            }
        }
        // Spans that cross the border take room too, so a segment gets at least as much for its own events.
        cutAtBytes = Math.max(maxBytes, writer.size() * 2);
    }

    /** Returns when a thread's spans are cut: after all its written events, and not after any that may follow. */
    private long cutNanos(ThreadState thread) {
        long ts = thread.lastNanos;
        boolean heldBack = thread.written < Math.min(thread.open.depth(), maxCalls);
        return heldBack ? Math.min(ts, thread.open.startNanos(thread.written)) : ts;
    }

    private ChromeTraceWriter openSegment() throws IOException {
        segments++;
        ChromeTraceWriter next = new ChromeTraceWriter(outputs.open(segments), encoding, info.ofSegment(segments));
        for (HeadEvent event : headEvents) {
            next.event(Phase.METADATA, Math.max(event.tsNanos, 0), event.fields);
        }
        cutAtBytes = Math.max(maxBytes, next.size() * 2);
        return next;
    }

    /** The state of one thread. */
    private static final class ThreadState {
        final int track;
        /* Outermost first: written calls, then calls held back because they may turn out too short, then calls beyond
         * the depth limit. An outer call has lasted longer than its inner calls, so the three never mix. */
        final OpenSpans open = new OpenSpans();
        int written;
        /** Time of the thread's last event, written or not. No later event is allowed before it. */
        long lastNanos;
        /** The thread as the current segment names it; null while it has no outer span there. */
        @Nullable
        Track row;

        /** The bytes after the names of the calls held back with their arguments, by level; null for others. */
        private byte[] @Nullable [] endings = {};

        ThreadState(int track) {
            this.track = track;
        }

        void ending(int level, byte @Nullable [] ending) {
            if (level >= endings.length) {
                if (ending == null) {
                    return;
                }
                endings = Arrays.copyOf(endings, Math.max(level + 1, endings.length * 2));
            }
            endings[level] = ending;
        }

        byte @Nullable [] ending(int level) {
            return level < endings.length ? endings[level] : null;
        }
    }
}
