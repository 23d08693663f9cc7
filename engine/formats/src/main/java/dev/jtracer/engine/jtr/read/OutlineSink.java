// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.Outline;
import dev.jtracer.engine.pairing.OutlineRecords;

/** A sink that passes records on, and makes the {@link Outline} of each frame that is a single run of one thread. */
final class OutlineSink implements RecordSink {
    /** Frames with more calls at their borders are not retained: decoding them costs little more. */
    private static final int MOST_RECORDS = 1_000;

    private final RecordSink target;
    private final Outline outline;
    private final OutlineRecords retainedRecords = new OutlineRecords(MOST_RECORDS + 2);
    /** Number of ends in {@link #retainedRecords}; the begins of open calls follow them. */
    private int ends;

    private boolean retained;
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
        retainedRecords.clear();
        records = 0;
        retained = true;
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
        if (retained && records > 0) {
            int size = retainedRecords.size();
            if (size == 0 || retainedRecords.tsNanos(size - 1) != lastNanos) {
                // A call without length: open calls whose end is lost last until the latest record of their thread.
                int name = CallRecords.nameIndexOf(lastCall);
                put(CallRecords.call(SpoolLayout.KIND_ENTER, name), lastNanos);
                put(CallRecords.call(SpoolLayout.KIND_EXIT, name), lastNanos);
            }
            outline.add(key, new Outline.Block(threadId, virtual, allRecords, firstNanos, lastNanos, retainedRecords));
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
        add(CallRecords.call(kind, methodId), nanos);
        target.record(kind, nanos, methodId);
    }

    @Override
    public void records(CallRecords calls) {
        for (int i = 0, count = calls.size(); i < count && retained; i++) {
            add(CallRecords.call(calls.kind(i), calls.nameIndex(i)), calls.tsNanos(i));
        }
        target.records(calls);
    }

    private void add(int call, long nanos) {
        firstNanos = records == 0 ? nanos : firstNanos;
        lastNanos = nanos;
        lastCall = call;
        records++;
        boolean begins = CallRecords.kindOf(call) == SpoolLayout.KIND_ENTER;
        int size = retainedRecords.size();
        if (begins && linkCode == SpoolLayout.CONTROL_PASS) {
            linkCode = 0; // it has no length
        } else if (begins || size == ends) {
            retain(call, nanos, begins);
        } else if (CallRecords.nameIndexOf(retainedRecords.call(size - 1)) == CallRecords.nameIndexOf(call)) {
            retainedRecords.removeLast();
        } else {
            retained = false; // a record was lost: which call ends is decided by the pairing
        }
    }

    private void retain(int call, long nanos, boolean begins) {
        if (retainedRecords.size() == MOST_RECORDS) {
            retained = false;
            return;
        }
        put(call, nanos);
        ends += begins ? 0 : 1;
    }

    private void put(int call, long nanos) {
        retainedRecords.add(call, nanos, linkCode, linkCode == 0 ? 0 : linkNumber);
        linkCode = 0;
    }

    @Override
    public void link(int code, long number) {
        if (code != SpoolLayout.CONTROL_FORWARD
                && code != SpoolLayout.CONTROL_ARGUMENTS
                && !SpoolLayout.isOfExit(code)) {
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
        OutlineRecords records = block.records();
        for (int i = 0; i < records.size(); i++) {
            if (records.code(i) == 0) {
                calls.add(records.call(i), records.tsNanos(i));
            } else {
                sink.take(calls);
                sink.link(records.code(i), records.number(i));
                sink.record(SpoolLayout.KIND_ENTER, records.tsNanos(i), CallRecords.nameIndexOf(records.call(i)));
            }
        }
        sink.take(calls);
    }
}
