// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.bootstrap.RecordLayout;
import java.util.Arrays;

/** A chunk frame being read: its head, then its records in runs of one thread each. */
public final class ChunkFrame {
    private final FrameCursor cursor = new FrameCursor();
    private byte[] bytes = new byte[0];
    private int[] open = new int[1 << 6];
    private int depth;
    private boolean passing;

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

    /**
     * Reads the head, and decodes the first record's code and time.
     *
     * @param source the payload, or a prefix that holds the head and one record
     */
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
        depth = 0;
        passing = false;
        read = 0;
        peek();
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

    /** Returns the index of the first record in its chunk. */
    public int firstRecord() {
        return firstRecord;
    }

    public int count() {
        return count;
    }

    public boolean hasMore() {
        return read < count;
    }

    /** Returns how many records have not been read yet. */
    public int left() {
        return count - read;
    }

    /** Returns the time of the next record, in nanoseconds since the recording's start. */
    public long nextNanos() {
        return nanos + (step >>> RecordingFormat.CODE_BITS);
    }

    /** Passes the records up to the next switch of threads, or all remaining ones, to the sink. */
    public void readRun(RecordSink sink) throws RecordingException {
        sink.thread(thread, thread != owner);
        if (lost > 0) {
            sink.lost(lost);
            lost = 0;
        }
        while (read < count) {
            nanos += step >>> RecordingFormat.CODE_BITS;
            read++;
            switch (code) {
                case RecordingFormat.CODE_ENTER -> enter(sink, methodId());
                case RecordingFormat.CODE_EXIT -> sink.record(RecordLayout.KIND_EXIT, nanos, innermost());
                case RecordingFormat.CODE_THROW -> sink.record(RecordLayout.KIND_THROW, nanos, innermost());
                default -> {
                    if (other(sink)) {
                        peek();
                        return;
                    }
                }
            }
            peek();
        }
    }

    private void peek() throws RecordingException {
        if (read < count) {
            step = cursor.varint();
            code = (int) step & (1 << RecordingFormat.CODE_BITS) - 1;
        } else {
            step = 0;
        }
    }

    private void enter(RecordSink sink, int methodId) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        if (!passing) {
            open[depth++] = methodId;
        }
        passing = false;
        sink.record(RecordLayout.KIND_ENTER, nanos, methodId);
    }

    private int methodId() throws RecordingException {
        int id = cursor.intVarint();
        if (id > RecordLayout.MAX_METHOD_ID) {
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
    private boolean other(RecordSink sink) throws RecordingException {
        byte sub = cursor.next();
        switch (sub) {
            case RecordingFormat.OTHER_EXIT -> sink.record(RecordLayout.KIND_EXIT, nanos, methodId());
            case RecordingFormat.OTHER_THROW -> sink.record(RecordLayout.KIND_THROW, nanos, methodId());
            case RecordingFormat.OTHER_SWITCH -> {
                thread = cursor.varint();
                depth = 0;
                return true;
            }
            case RecordingFormat.OTHER_PASSING,
                    RecordingFormat.OTHER_RUN,
                    RecordingFormat.OTHER_AMBIGUOUS_RUN,
                    RecordingFormat.OTHER_HOP -> {
                passing = sub == RecordingFormat.OTHER_PASSING;
                sink.link(RecordingFormat.controlOfSub(sub), cursor.varint());
            }
            default -> throw new RecordingException("a record of unknown kind " + sub);
        }
        return false;
    }
}
