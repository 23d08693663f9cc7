// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.pairing.PlainCalls;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Encoder of a chunk's records into the record form of {@link RecordingFormat}. */
public final class RecordPacker {
    /* An exit carries no method id when it ends the innermost call that began in this frame. That covers all exits
     * but those at a frame's edge, and a call takes 5 to 6 bytes instead of the 16 in the spool. */
    private static final int MOST_BYTES_A_RECORD = 17;

    /** Stores four bytes in one step; those behind a record's last one are overwritten by the next record. */
    static final VarHandle BYTES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Bits of a number that takes at most two bytes: a step of less than 4 µs with its code, or a method's id. */
    private static final int SHORT_BITS = 14;

    private static final int NO_METHOD = -1;

    /** Records of an outline: at most these, and those of a 64th of the frame's, so that it costs a few bytes. */
    private static final int MOST_OUTLINED = 1 << 10;

    private static final int FEW_OUTLINED = 8;
    private static final int OUTLINED_SHIFT = 6;

    /**
     * The open calls that began in this frame, the innermost at index {@link #depth}, the outermost at 1: the id, in
     * the lowest bits, and the index of the record.
     */
    private long[] open = {NO_METHOD};

    /** Indexes of the records that end calls from before the frame, and at its end of all calls of the outline. */
    private final int[] ends = new int[MOST_OUTLINED];

    private int endCount;
    /** Whether the records of the frame are of one thread, in the order of time, and no end of a call is missing. */
    private boolean complete;
    /** Whether callbacks are passed or run in the frame. */
    private boolean hasPasses;

    private int depth;
    /** {@link #depth} at the begin of the stretch that is paired, or 0. */
    private int around;

    private int size;
    private long before;
    /** Whether the next record is that of a pass, which does not end. */
    private boolean pass;

    /** The receiver of the records that are packed. */
    public interface Feed {
        /** Begins a stretch of records at an index. Returns what takes its plain calls; null if all are to be fed. */
        @Nullable
        PlainCalls plainCalls(int at);

        /**
         * Feeds a record that is not plain, with the links before it, or several. Returns the index of the first
         * record that is not fed, from {@code at + 1} on.
         */
        int feed(int at, int to);
    }

    /**
     * Appends {@code words[from]} up to, but without, {@code words[to]} to a frame. The first step counts from
     * {@code base}, as the records' times do.
     */
    void pack(long[] words, int from, int to, long base, FrameBuffer frame) {
        byte[] bytes = begin(to - from, base, frame);
        int at = packCalls(words, from, to, bytes, null);
        while (at < to) {
            packOne(words, at, bytes);
            at = packCalls(words, at + 1, to, bytes, null);
        }
        outline(words, from, to, base, bytes);
        frame.size(size);
    }

    /** Appends records as {@link #pack}, and feeds them: one loop costs two thirds of what two would. */
    void packAndFeed(long[] words, int from, int to, long base, FrameBuffer frame, Feed feed) {
        byte[] bytes = begin(to - from, base, frame);
        int at = from;
        while (at < to) {
            PlainCalls plain = feed.plainCalls(at);
            if (plain != null) {
                at = packPlain(words, at, to, bytes, plain);
            }
            int fed = at < to ? feed.feed(at, to) : to;
            for (; at < fed; at++) {
                packOne(words, at, bytes);
            }
        }
        outline(words, from, to, base, bytes);
        frame.size(size);
    }

    private byte[] begin(int records, long base, FrameBuffer frame) {
        byte[] bytes = frame.reserve(
                (records + mostOutlined(records)) * MOST_BYTES_A_RECORD + RecordingFormat.OUTLINE_NUMBERS_BYTES);
        if (open.length <= records) {
            open = new long[records + 1];
            open[0] = NO_METHOD;
        }
        depth = around = endCount = 0;
        complete = true;
        hasPasses = false;
        size = frame.size();
        before = base;
        pass = false;
        return bytes;
    }

    /** Appends and pairs records up to the first that is not plain. Returns its index. */
    private int packPlain(long[] words, int from, int to, byte[] bytes, PlainCalls plain) {
        around = depth;
        int at = packCalls(words, from, to, bytes, plain);
        while (at < to && isPlain(words[at], plain)) {
            packOne(words, at, bytes);
            at = packCalls(words, at + 1, to, bytes, plain);
        }
        if (at > from) {
            plain.finish(depth - around, before);
        }
        return at;
    }

    /** Pairs a record unless it is not plain. Returns whether it has. */
    private boolean isPlain(long record, PlainCalls plain) {
        int kind = SpoolLayout.kind(record);
        int id = SpoolLayout.methodId(record);
        long delta = SpoolLayout.delta(record);
        int level = depth - around;
        if (kind == SpoolLayout.KIND_CONTROL || delta < before) {
            return false;
        }
        if (kind == SpoolLayout.KIND_ENTER) {
            if (level == PlainCalls.MOST_DEPTH) {
                return false;
            }
            plain.begin(level + 1, id, delta);
            return true;
        }
        if (level == 0 || (int) open[depth] != id) {
            return false;
        }
        plain.end(level, id, kind >>> 1, delta);
        return true;
    }

    /**
     * Appends begins of calls and ends of innermost calls in a loop without calls, up to the first record that needs
     * more, or the last one. What {@link #packOne} does for one record, without a branch on the length of a number:
     * every other step is a little longer or shorter than the 32 ns from which on it takes two bytes.
     *
     * <p>Longer than the 325 bytes of bytecode that the JIT compiler (C2) puts into a caller: it would compile the
     * loop again within each method up to the drain's round, for half a second.
     *
     * @param plain pairs the records as well; null if nothing does
     * @return index of the first record that is not appended
     */
    private int packCalls(long[] words, int from, int to, byte[] bytes, @Nullable PlainCalls plain) {
        if (pass) {
            return from;
        }
        long[] open = this.open;
        int depth = this.depth;
        int around = this.around;
        int size = this.size;
        long before = this.before;
        int at = from;
        // The last record is left, because there may be no room for the bytes behind it.
        for (int last = to - 1; at < last; at++) {
            long record = words[at];
            int kind = SpoolLayout.kind(record);
            int id = SpoolLayout.methodId(record);
            long delta = SpoolLayout.delta(record);
            long step = delta - before;
            if (step >>> SHORT_BITS - RecordingFormat.CODE_BITS != 0) {
                break; // longer, or negative
            }
            // The kinds of records have the numbers of their codes.
            int packedStep = packed((int) step << RecordingFormat.CODE_BITS | kind);
            int stepBytes = 1 + (packedStep >>> 7 & 1);
            if (kind == SpoolLayout.KIND_ENTER) {
                if (id >>> SHORT_BITS != 0 || depth - around == PlainCalls.MOST_DEPTH) {
                    break;
                }
                int packedId = packed(id);
                BYTES.set(bytes, size, packedStep | packedId << Byte.SIZE * stepBytes);
                size += stepBytes + 1 + (packedId >>> 7 & 1);
                open[++depth] = (long) at << Integer.SIZE | id;
                if (plain != null) {
                    plain.begin(depth - around, id, delta);
                }
            } else {
                if (kind == SpoolLayout.KIND_CONTROL || depth == around || (int) open[depth] != id) {
                    break;
                }
                BYTES.set(bytes, size, packedStep);
                size += stepBytes;
                if (plain != null) {
                    plain.end(depth - around, id, kind >>> 1, delta);
                }
                depth--;
            }
            before = delta;
        }
        this.depth = depth;
        this.size = size;
        this.before = before;
        return at;
    }

    /** Returns the one or two bytes of a short number, the first byte lowest. */
    private static int packed(int number) {
        int more = 0x7f - number >>> Integer.SIZE - 1; // 1 for a number of two bytes
        return number + (number & -1 << 7) + (more << 7);
    }

    private void packOne(long[] words, int at, byte[] bytes) {
        long record = words[at];
        int kind = SpoolLayout.kind(record);
        int id = SpoolLayout.methodId(record);
        long delta = SpoolLayout.delta(record);
        if (kind == SpoolLayout.KIND_CONTROL) {
            bytes[size++] = RecordingFormat.CODE_OTHER;
            bytes[size++] = RecordingFormat.subOfControl(id);
            size = FrameBuffer.putVarint(bytes, size, delta);
            complete &= id != SpoolLayout.CONTROL_SWITCH;
            hasPasses |= id <= SpoolLayout.CONTROL_AMBIGUOUS_RUN;
            depth = id == SpoolLayout.CONTROL_SWITCH ? 0 : depth;
            pass = id == SpoolLayout.CONTROL_PASS;
            return;
        }
        // A thread's clock never runs backwards, but a faulty clock source must not make the file unreadable.
        long step = Math.max(0, delta - before) << RecordingFormat.CODE_BITS;
        complete &= delta >= before;
        before = Math.max(before, delta);
        if (kind == SpoolLayout.KIND_ENTER) {
            if (!pass) {
                open[++depth] = (long) at << Integer.SIZE | id;
            }
            pass = false;
            size = FrameBuffer.putVarint(bytes, size, step | RecordingFormat.CODE_ENTER);
            size = FrameBuffer.putVarint(bytes, size, id);
        } else if ((int) open[depth] == id) {
            depth--;
            int code = kind == SpoolLayout.KIND_EXIT ? RecordingFormat.CODE_EXIT : RecordingFormat.CODE_THROW;
            size = FrameBuffer.putVarint(bytes, size, step | code);
        } else {
            if (depth == 0 && endCount < MOST_OUTLINED) {
                ends[endCount++] = at;
            } else {
                complete = false;
            }
            size = FrameBuffer.putVarint(bytes, size, step | RecordingFormat.CODE_OTHER);
            bytes[size++] = kind == SpoolLayout.KIND_EXIT ? RecordingFormat.OTHER_EXIT : RecordingFormat.OTHER_THROW;
            size = FrameBuffer.putVarint(bytes, size, id);
        }
    }

    private static int mostOutlined(int records) {
        return Math.min(MOST_OUTLINED, (records >>> OUTLINED_SHIFT) + FEW_OUTLINED);
    }

    /**
     * Appends the ends of calls from before the frame, then the begins of those that are open at its end, each with
     * its links. A reader that needs no other call of the frame reads them in its place.
     */
    private void outline(long[] words, int from, int to, long base, byte[] bytes) {
        int start = size;
        int calls = endCount + depth;
        int most = mostOutlined(to - from);
        int records = complete && calls <= most ? calls : most + 1;
        for (int i = 0; i < calls && records <= most; i++) {
            ends[i] = i < endCount ? ends[i] : (int) (open[i - endCount + 1] >>> Integer.SIZE);
            records += ends[i] - firstLink(words, from, ends[i]);
        }
        int numbers = RecordingFormat.NO_OUTLINE;
        if (records <= most) {
            numbers = records | (hasPasses ? RecordingFormat.WITHOUT_PASSES : 0);
            before = base;
            depth = endCount = 0;
            for (int i = 0; i < calls; i++) {
                for (int at = firstLink(words, from, ends[i]), last = ends[i]; at <= last; at++) {
                    packOne(words, at, bytes);
                }
            }
        }
        BYTES.set(bytes, size, numbers << Short.SIZE | size - start);
        size += RecordingFormat.OUTLINE_NUMBERS_BYTES;
    }

    /** Returns the index of the first link of a record; its own if it has none. */
    private static int firstLink(long[] words, int from, int record) {
        int first = record;
        while (first > from && SpoolLayout.kind(words[first - 1]) == SpoolLayout.KIND_CONTROL) {
            first--;
        }
        return first;
    }
}
