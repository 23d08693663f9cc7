// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.EventConsumer;
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
            eventsBefore[calls.size()] = size;
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
        for (int run = 0; run < calls.size(); run++) {
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
}
