// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Copies of consecutive events with their details, reused. One thread at a time may use it. */
final class EventBatch {
    /** Number of bytes or characters of details from which a batch is full. */
    private static final int MANY_DETAILS = 1 << 18;

    private static final int EVENTS = 256;

    private final ReadEvent[] events = new ReadEvent[EVENTS];
    private int size;
    private byte[] details = {};
    private int detailsEnd;
    private int tapeSize;

    EventBatch(Supplier<ReadEvent> events) {
        Arrays.setAll(this.events, slot -> events.get());
    }

    /** Adds a copy of an event, which loses its details to the copy. */
    void add(ReadEvent event) {
        ReadEvent copy = events[size++];
        tapeSize += event.moveTo(copy, this);
    }

    /** Copies details from a window, and returns the position of the copy in {@link #details}. */
    int keep(byte[] window, int start, int end) {
        int at = detailsEnd;
        int newEnd = at + (end - start);
        if (newEnd > details.length) {
            // The details of earlier events stay in the array before.
            details = new byte[Math.max(newEnd - at, details.length * 2)];
            at = 0;
            newEnd = end - start;
        }
        System.arraycopy(window, start, details, at, end - start);
        detailsEnd = newEnd;
        return at;
    }

    byte[] details() {
        return details;
    }

    boolean isFull() {
        return size == EVENTS || hasManyDetails();
    }

    /** Returns whether the details of the events occupy so much memory that no other batch should do so. */
    boolean hasManyDetails() {
        return detailsEnd + tapeSize >= MANY_DETAILS;
    }

    void forEach(Consumer<? super ReadEvent> consumer) {
        for (int i = 0; i < size; i++) {
            consumer.accept(events[i]);
        }
    }

    /** Removes all events. */
    void clear() {
        if (tapeSize > 0) {
            for (int i = 0; i < size; i++) {
                events[i].dropLargeTapes();
            }
        }
        if (details.length > MANY_DETAILS) {
            details = new byte[0];
        }
        size = 0;
        detailsEnd = 0;
        tapeSize = 0;
    }
}
