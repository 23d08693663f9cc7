// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import java.util.Arrays;

/** Consecutive events: copies with their details, and calls in columns. Reused. One thread at a time may use it. */
final class EventBatch {
    /** Number of bytes or characters of details from which a batch is full. */
    private static final int MANY_DETAILS = 1 << 18;

    private static final int EVENTS = 256;

    private final TraceEvent[] events = new TraceEvent[EVENTS];
    private final ReadDetails[] eventDetails = new ReadDetails[EVENTS];
    private int size;
    private final CallRuns calls = new CallRuns();
    /** Number of the events in {@link #events} before each run of calls. */
    private final int[] eventsBefore = new int[CallRuns.MOST];

    private byte[] details = {};
    private int detailsEnd;
    private int tapeSize;

    /** Creates a batch of copies of this event and these details. */
    EventBatch(TraceEvent event, ReadDetails itsDetails) {
        Arrays.setAll(events, slot -> event.copy());
        Arrays.setAll(eventDetails, slot -> itsDetails.another());
    }

    /** Adds a copy of an event, which loses its details to the copy. */
    void add(TraceEvent event, ReadDetails details) {
        ReadDetails moved = eventDetails[size];
        tapeSize += details.moveTo(moved, this);
        events[size++].copyFrom(event, moved);
    }

    /** Adds the begin or the end of a call without details. */
    void addCall(TraceEvent event) {
        if (!calls.continues(event)) {
            eventsBefore[calls.runs] = size;
            calls.begin(event);
        }
        calls.add(event);
    }

    /** Copies details from a window, and returns the position of the copy in {@link #details}. */
    int keep(byte[] window, int start, int end) {
        int length = end - start;
        if (detailsEnd + length > details.length) {
            // The details of earlier events stay in the array before.
            details = new byte[Math.max(length, details.length * 2)];
            detailsEnd = 0;
        }
        int at = detailsEnd;
        System.arraycopy(window, start, details, at, length);
        detailsEnd += length;
        return at;
    }

    byte[] details() {
        return details;
    }

    boolean isFull() {
        return size == EVENTS || calls.isFull() || hasManyDetails();
    }

    /** Returns whether the details of the events occupy so much memory that no other batch should do so. */
    boolean hasManyDetails() {
        return detailsEnd + tapeSize >= MANY_DETAILS;
    }

    /** Passes the events on to a consumer. There must be no calls. */
    void forEach(EventConsumer consumer) {
        pass(0, size, consumer);
    }

    /** Passes events and calls on to a consumer, in their order; each run of calls by {@code records}. */
    void forEach(CallConsumer consumer, CallRecords records, int category) {
        int passed = 0;
        for (int run = 0; run < calls.runs; run++) {
            pass(passed, eventsBefore[run], consumer);
            passed = eventsBefore[run];
            calls.copyTo(records, run, category);
            consumer.calls(records);
        }
        pass(passed, size, consumer);
    }

    private void pass(int from, int to, EventConsumer consumer) {
        for (int i = from; i < to; i++) {
            consumer.accept(events[i]);
        }
    }

    void clear() {
        if (tapeSize > 0) {
            for (int i = 0; i < size; i++) {
                eventDetails[i].dropLargeTapes();
            }
        }
        if (details.length > MANY_DETAILS) {
            details = new byte[0];
        }
        size = 0;
        calls.clear();
        detailsEnd = 0;
        tapeSize = 0;
    }

    /**
     * Begins and ends of calls without further data, in runs: those of one run are on one thread and follow each
     * other in the trace. Reused; not safe for use by several threads.
     *
     * <pre>
     *   events of the trace:  b e b [metadata] e e b | b b      | another track
     *   runs:                 0---0            1---1   2-2
     * </pre>
     */
    private static final class CallRuns {
        private static final int CALLS = 2048;
        /** Limit of runs. Threads that alternate have one for every few calls. */
        static final int MOST = CALLS / 4;

        private final int[] calls = new int[CALLS];
        private final long[] nanos = new long[CALLS];
        private int size;
        /* By run. */
        private final int[] starts = new int[MOST];
        private final int[] tracks = new int[MOST];
        private final long[] tids = new long[MOST];
        private final long[] firstIndexes = new long[MOST];
        /** The number of runs. */
        private int runs;

        private long nextIndex;

        /** Returns whether an event continues the last run. */
        boolean continues(TraceEvent event) {
            int last = runs - 1;
            return last >= 0
                    && event.index() == nextIndex
                    && tracks[last] == event.track()
                    && tids[last] == event.tid()
                    && size - starts[last] < CallRecords.CAPACITY;
        }

        /** Begins a run with an event that is added next. */
        void begin(TraceEvent event) {
            starts[runs] = size;
            tracks[runs] = event.track();
            tids[runs] = event.tid();
            firstIndexes[runs] = event.index();
            runs++;
        }

        /** Adds an event to the last run. There must be room. */
        void add(TraceEvent event) {
            int kind = event.phase() == Phase.ASYNC_BEGIN ? CallRecords.BEGIN : CallRecords.END;
            calls[size] = CallRecords.call(kind, event.nameIndex());
            nanos[size] = event.tsNanos();
            size++;
            nextIndex = event.index() + 1;
        }

        /** Returns whether there may be no room for the next event. */
        boolean isFull() {
            return size == CALLS || runs == MOST;
        }

        /** Replaces the content of {@code records} by a run. */
        void copyTo(CallRecords records, int run, int category) {
            int start = starts[run];
            int end = run + 1 < runs ? starts[run + 1] : size;
            records.clear();
            records.track(tracks[run]);
            records.origin(category, firstIndexes[run]);
            records.addAll(calls, nanos, start, end - start);
        }

        void clear() {
            size = 0;
            runs = 0;
        }
    }
}
