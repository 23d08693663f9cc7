// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.PlainCalls;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A chunk frame being read: its head, then its records in runs of one thread each. */
public final class ChunkFrame {
    private static final int CODE_MASK = (1 << RecordingFormat.CODE_BITS) - 1;
    /** Bits of a step that {@link #readCalls} decodes, in eight bytes; no more than fit in a positive number. */
    private static final int MOST_STEP_BITS = 56;
    /** More than the bytes of an id, of a step, and of the record after it. */
    private static final int MOST_BYTES_A_CALL = 32;

    private final FrameCursor cursor = new FrameCursor();
    private byte[] bytes = new byte[0];
    private int[] open = new int[1 << 6];
    private int depth;
    /** {@link #depth} at the begin of the stretch that {@link PlainCalls} takes, or 0. */
    private int around;

    private boolean pass;
    /** Whether the next record has a link, so that it is passed on by itself. */
    private boolean linked;
    /** Whether calls that begin and end in a run are skipped, unless a link describes their begin. */
    private boolean outline;
    /** Position behind the outline that is read in place of the frame; 0 if none is. */
    private int outlineEnd;

    private int buffer;
    private long sequence;
    private int firstRecord;
    private int count;
    private long lost;
    private long owner;
    private long thread;

    private int read;
    private long nanos;
    private int code;
    private long step;

    /** Reads the head of a payload, or of a prefix with one record, and decodes the first record's code and time. */
    public void reset(byte[] source, int from, int to) throws RecordingException {
        reset(source, from, to, 0);
    }

    /** Does the same with times that count from {@code originNanos} instead of 0. */
    public void reset(byte[] source, int from, int to, long originNanos) throws RecordingException {
        bytes = source;
        cursor.reset(source, from, to);
        buffer = cursor.intVarint();
        sequence = cursor.varint();
        firstRecord = cursor.intVarint();
        count = cursor.intVarint();
        lost = cursor.varint();
        owner = cursor.varint();
        thread = cursor.varint();
        nanos = originNanos + cursor.signed();
        begin();
        peek();
    }

    private void begin() {
        depth = 0;
        pass = false;
        linked = false;
        outline = false;
        outlineEnd = 0;
        read = 0;
    }

    /**
     * Returns how many bytes at the end of a payload, which are in an array, {@link #resetToOutline} reads; -1 if the
     * frame has no outline for this consumer.
     */
    public static int outlineBytes(byte[] source, int end, EventConsumer consumer) {
        int numbers = (int) RecordPacker.BYTES.get(source, end - RecordingFormat.OUTLINE_END_BYTES);
        int records = numbers >>> Short.SIZE;
        return records == RecordingFormat.NO_OUTLINE
                        || (records & RecordingFormat.WITHOUT_PASSES) != 0 && consumer.needsPasses()
                ? -1
                : (numbers & 0xffff) + RecordingFormat.OUTLINE_END_BYTES;
    }

    /**
     * Reads an outline in place of the records of a frame, as {@link #reset} does.
     *
     * @param from start of the outline
     * @param to end of the frame
     * @param ownerId thread of the frame's buffer
     * @param threadId thread of the frame's records
     * @param startNanos time of the first one
     */
    public void resetToOutline(byte[] source, int from, int to, long ownerId, long threadId, long startNanos)
            throws RecordingException {
        bytes = source;
        int numbersAt = to - RecordingFormat.OUTLINE_END_BYTES;
        cursor.reset(source, from, numbersAt);
        count = (int) RecordPacker.BYTES.get(source, numbersAt) >>> Short.SIZE & ~RecordingFormat.WITHOUT_PASSES;
        lost = 0;
        owner = ownerId;
        thread = threadId;
        nanos = startNanos;
        begin();
        outlineEnd = numbersAt;
        peek();
    }

    /** Skips the calls that begin and end in a run of this frame, which has no outline. */
    public void skipInnerCalls() {
        outline = true;
    }

    /** Returns the array that was last read from, for reuse. */
    public byte[] bytes() {
        return bytes;
    }

    public int buffer() {
        return buffer;
    }

    public long sequence() {
        return sequence;
    }

    /** Skips the records that are left. */
    public void end() {
        read = count;
    }

    /** Returns the index of the first record in its chunk. */
    public int firstRecord() {
        return firstRecord;
    }

    public int count() {
        return count;
    }

    /** Returns the thread of the frame's buffer. */
    public long owner() {
        return owner;
    }

    /** Returns the thread of the next record. */
    public long thread() {
        return thread;
    }

    public boolean hasMore() {
        return read < count;
    }

    public int left() {
        return count - read;
    }

    /** Returns the time of the next record, in nanoseconds since the recording's start. */
    public long nextNanos() {
        return nanos + (step >>> RecordingFormat.CODE_BITS);
    }

    /**
     * Returns the time at which the next run begins: that of its first call's record, for links before it have none.
     * A switch has none either, and is a run by itself.
     */
    public long runNanos() throws RecordingException {
        int position = cursor.position();
        long time = nanos;
        long next = step;
        for (int left = count - read; left > 0; left--) {
            time += next >>> RecordingFormat.CODE_BITS;
            if (((int) next & CODE_MASK) != RecordingFormat.CODE_OTHER
                    || cursor.next() <= RecordingFormat.OTHER_SWITCH
                    || left == 1) {
                break;
            }
            cursor.varint();
            next = cursor.varint();
        }
        cursor.position(position);
        return time;
    }

    /**
     * Passes the records up to the next switch of threads, or all remaining ones, to the sink; those that are passed
     * together by {@code calls}, empty before and after.
     */
    public void readRun(RecordSink sink, CallRecords calls) throws RecordingException {
        sink.thread(thread, thread != owner);
        if (lost > 0) {
            sink.lost(lost);
            lost = 0;
        }
        try {
            boolean takesPlain = !outline && sink.plainCalls(0, nextNanos()) != null;
            for (boolean switched = false; read < count && !switched; peek()) {
                if (!takesPlain) {
                    readCalls(calls, null);
                } else if (code == RecordingFormat.CODE_ENTER && !linked) {
                    readPlain(sink, calls);
                }
                nanos += step >>> RecordingFormat.CODE_BITS;
                read++;
                if (calls.isFull()) {
                    sink.take(calls);
                }
                switch (code) {
                    case RecordingFormat.CODE_ENTER -> enter(sink, calls, methodId());
                    case RecordingFormat.CODE_EXIT -> record(sink, calls, SpoolLayout.KIND_EXIT, innermost());
                    case RecordingFormat.CODE_THROW -> record(sink, calls, SpoolLayout.KIND_THROW, innermost());
                    default -> switched = other(sink, calls);
                }
            }
        } finally {
            sink.take(calls);
        }
    }

    /** Reads a stretch of records that begins with an entry. Leaves at least one record unread. */
    private void readPlain(RecordSink sink, CallRecords calls) {
        sink.take(calls);
        PlainCalls plain = sink.plainCalls(0, nextNanos());
        int before = read;
        around = plain == null ? 0 : depth;
        readCalls(calls, plain);
        if (plain != null && read > before) {
            plain.finish(depth - around, nanos);
        }
        around = 0;
    }

    /**
     * Reads entries and exits of calls in a loop without calls and checks of bounds, up to the last record or one
     * that needs more. Leaves at least one record unread. {@code plain}, unless null, takes the records in place of
     * {@code calls}.
     */
    private void readCalls(CallRecords calls, @Nullable PlainCalls plain) {
        byte[] bytes = this.bytes;
        int[] open = this.open;
        long nanos = this.nanos;
        long step = this.step;
        int read = this.read;
        int depth = this.depth;
        int around = this.around;
        int at = cursor.position();
        int until = linked ? at : at + cursor.left() - MOST_BYTES_A_CALL;
        int mostRead = Math.min(count - 1, read + (plain == null ? calls.room() : count));
        boolean outline = this.outline;
        int deepest = plain == null ? open.length : Math.min(open.length, around + PlainCalls.MOST_DEPTH);
        while (read < mostRead && at < until) {
            int code = (int) step & CODE_MASK;
            long now = nanos + (step >>> RecordingFormat.CODE_BITS);
            int next = at;
            int id;
            if (code == RecordingFormat.CODE_ENTER) {
                id = bytes[next++];
                if (id < 0) {
                    id = (id & 0x7f) | bytes[next++] << 7;
                    if (id < 0) {
                        id = (id & 0x3fff) | bytes[next++] << 14;
                    }
                }
                if (id < 0 || depth == deepest) {
                    break; // an id of four bytes, or no room
                }
            } else if (code == RecordingFormat.CODE_OTHER || depth == around) {
                break;
            } else {
                id = open[depth - 1];
            }
            long following = bytes[next++];
            for (int shift = 7; following < 0 && shift < MOST_STEP_BITS; shift += 7) {
                following = (following & ~(-1L << shift)) | (long) bytes[next++] << shift;
            }
            if (following < 0) {
                break; // damaged, or a thread that did nothing for hours
            }
            // The codes have the numbers of the kinds of records.
            if (code == RecordingFormat.CODE_ENTER) {
                open[depth++] = id;
                if (plain != null) {
                    plain.begin(depth - around, id, now);
                }
            } else {
                if (plain != null) {
                    plain.end(depth - around, id, code >>> 1, now);
                }
                depth--;
            }
            if (outline) {
                calls.addUnpaired(code, id, now);
            } else if (plain == null) {
                calls.add(code, id, now);
            }
            nanos = now;
            step = following;
            at = next;
            read++;
        }
        this.nanos = nanos;
        this.step = step;
        this.code = (int) step & CODE_MASK;
        this.read = read;
        this.depth = depth;
        cursor.position(at);
    }

    private void peek() throws RecordingException {
        if (read < count) {
            step = cursor.varint();
            code = (int) step & CODE_MASK;
        } else if (outlineEnd == 0 || cursor.position() == outlineEnd) {
            step = 0;
        } else {
            throw new RecordingException("an outline ends before its numbers");
        }
    }

    private void enter(RecordSink sink, CallRecords calls, int methodId) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        if (!pass) {
            open[depth++] = methodId;
        }
        pass = false;
        record(sink, calls, SpoolLayout.KIND_ENTER, methodId);
    }

    private void record(RecordSink sink, CallRecords calls, int kind, int methodId) {
        if (linked) {
            linked = false;
            sink.take(calls);
            sink.record(kind, nanos, methodId);
        } else if (outline) {
            calls.addUnpaired(kind, methodId, nanos);
        } else {
            calls.add(kind, methodId, nanos);
        }
    }

    private int methodId() throws RecordingException {
        int id = cursor.intVarint();
        if (id > SpoolLayout.MAX_METHOD_ID) {
            throw new RecordingException("a call of method " + id + ", which no recorder can store");
        }
        return id;
    }

    private int innermost() throws RecordingException {
        if (depth == 0) {
            throw new RecordingException("a call ends that this frame has not seen begin");
        }
        return open[--depth];
    }

    /** Returns whether the thread changed. */
    private boolean other(RecordSink sink, CallRecords calls) throws RecordingException {
        byte sub = cursor.next();
        switch (sub) {
            case RecordingFormat.OTHER_EXIT -> record(sink, calls, SpoolLayout.KIND_EXIT, methodId());
            case RecordingFormat.OTHER_THROW -> record(sink, calls, SpoolLayout.KIND_THROW, methodId());
            case RecordingFormat.OTHER_SWITCH -> {
                thread = cursor.varint();
                depth = 0;
                return true;
            }
            default -> {
                if (sub < RecordingFormat.OTHER_PASS || sub > RecordingFormat.OTHER_TRACE_ID) {
                    throw new RecordingException("a record of unknown kind " + sub);
                }
                pass = sub == RecordingFormat.OTHER_PASS;
                linked = true;
                sink.take(calls);
                sink.link(RecordingFormat.controlOfSub(sub), cursor.varint());
            }
        }
        return false;
    }
}
