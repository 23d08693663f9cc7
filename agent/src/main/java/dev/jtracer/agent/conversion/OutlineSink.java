// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.conversion;

import dev.jtracer.agent.recording.RecordSink;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.Outline;
import java.util.Arrays;

/** A sink that passes records on, and makes the {@link Outline} of each frame that is a single run of one thread. */
final class OutlineSink implements RecordSink {
    /** Frames with more calls at their borders are not kept: decoding them costs little more. */
    private static final int MOST_RECORDS = 1_000;

    private static final int COLUMNS = 3;

    private final RecordSink target;
    private final Outline outline;
    private final long[] values = new long[(MOST_RECORDS + 2) * COLUMNS];
    /** Number of kept ends; the begins of open calls are behind them. */
    private int ends;

    private int size;
    private boolean kept;
    private long threadId;
    private boolean virtual;
    private int records;
    private long firstNanos;
    private long lastNanos;
    private int lastCall;
    private int linkCode;
    private long linkNumber;

    OutlineSink(RecordSink target, Outline outline) {
        this.target = target;
        this.outline = outline;
    }

    /** Begins a frame. */
    void begin() {
        ends = 0;
        size = 0;
        records = 0;
        kept = true;
        linkCode = 0;
        linkNumber = 0;
    }

    /**
     * Ends the frame, which had one run.
     *
     * @param allRecords number of its records, with those that describe others
     */
    void end(long key, int allRecords) {
        linkCode = 0; // of a record that was lost
        if (kept && records > 0) {
            if (size == 0 || values[(size - 1) * COLUMNS + 1] != lastNanos) {
                // A call without length: open calls whose end is lost last until the latest record of their thread.
                put(lastCall & -1 << CallRecords.KIND_BITS | RecordLayout.KIND_ENTER, lastNanos);
                put(lastCall & -1 << CallRecords.KIND_BITS | RecordLayout.KIND_EXIT, lastNanos);
            }
            long[] used = Arrays.copyOf(values, size * COLUMNS);
            outline.add(key, new Outline.Block(threadId, virtual, allRecords, firstNanos, lastNanos, used));
        }
    }

    @Override
    public void thread(long id, boolean isVirtual) {
        threadId = id;
        virtual = isVirtual;
        target.thread(id, isVirtual);
    }

    @Override
    public void record(int kind, long nanos, int methodId) {
        add(methodId << CallRecords.KIND_BITS | kind, nanos);
        target.record(kind, nanos, methodId);
    }

    @Override
    public void records(CallRecords calls) {
        for (int i = 0, count = calls.size(); i < count && kept; i++) {
            add(calls.nameIndex(i) << CallRecords.KIND_BITS | calls.kind(i), calls.tsNanos(i));
        }
        target.records(calls);
    }

    private void add(int call, long nanos) {
        firstNanos = records == 0 ? nanos : firstNanos;
        lastNanos = nanos;
        lastCall = call;
        records++;
        int kind = call & (1 << CallRecords.KIND_BITS) - 1;
        boolean begins = kind == RecordLayout.KIND_ENTER;
        if (begins && linkCode == RecordLayout.CONTROL_PASSING) {
            linkCode = 0; // it has no length
        } else if (begins || size == ends) {
            keep(call, nanos, begins);
        } else if ((int) values[(size - 1) * COLUMNS] >>> CallRecords.KIND_BITS == call >>> CallRecords.KIND_BITS) {
            size--;
        } else {
            kept = false; // a record was lost: which call ends is decided by the pairing
        }
    }

    private void keep(int call, long nanos, boolean begins) {
        if (size == MOST_RECORDS) {
            kept = false;
            return;
        }
        put(call, nanos);
        ends += begins ? 0 : 1;
    }

    private void put(int call, long nanos) {
        int at = size * COLUMNS;
        values[at] = (long) linkCode << 32 | call;
        values[at + 1] = nanos;
        values[at + 2] = linkCode == 0 ? 0 : linkNumber;
        size++;
        linkCode = 0;
    }

    @Override
    public void link(int code, long number) {
        if (code != RecordLayout.CONTROL_HOP) {
            linkCode = code;
            linkNumber = number;
        }
        target.link(code, number);
    }

    @Override
    public void lost(long count) {
        target.lost(count);
    }

    /**
     * Passes the outline of a frame to a sink.
     *
     * @param calls block for the records that are passed together, empty before and after
     */
    static void pass(Outline.Block block, RecordSink sink, CallRecords calls) {
        sink.thread(block.threadId(), block.virtual());
        for (int i = 0; i < block.size(); i++) {
            if (block.code(i) == 0) {
                calls.add(block.call(i), block.tsNanos(i));
            } else {
                sink.take(calls);
                sink.link(block.code(i), block.number(i));
                sink.record(RecordLayout.KIND_ENTER, block.tsNanos(i), block.call(i) >>> CallRecords.KIND_BITS);
            }
        }
        sink.take(calls);
    }
}
