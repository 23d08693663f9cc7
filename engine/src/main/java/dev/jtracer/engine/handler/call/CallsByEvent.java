// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.pairing.Span;

/** Finds a call by the place of an event that began or ended it. Open addressing over two arrays. */
final class CallsByEvent {
    // Of an end and a begin of the same call each has an entry, and half of the table stays empty.
    private static final long SLOTS_PER_CALL = 4;
    private static final int MOST_SLOTS = 1 << 30;

    private final CallColumns calls;
    /** Calls plus one; 0 is empty. */
    private final int[] slots;

    CallsByEvent(CallColumns calls) {
        this.calls = calls;
        long wanted = Math.max(2, calls.count() * SLOTS_PER_CALL);
        slots = new int[(int) Math.min(MOST_SLOTS, Long.highestOneBit(wanted - 1) * 2)];
        for (int call = 0; call < calls.count(); call++) {
            insert(calls.beginIndex(call), call);
            if (calls.endIndex(call) != calls.beginIndex(call)) {
                insert(calls.endIndex(call), call);
            }
        }
    }

    private void insert(long eventIndex, int call) {
        if (eventIndex == Span.NO_EVENT) {
            return;
        }
        int slot = slotOf(eventIndex);
        if (slots[slot] == 0) {
            slots[slot] = call + 1;
        }
    }

    int find(long eventIndex) {
        return eventIndex == Span.NO_EVENT ? CallColumns.NONE : slots[slotOf(eventIndex)] - 1;
    }

    private int slotOf(long eventIndex) {
        int mask = slots.length - 1;
        int slot = (int) ((eventIndex * 0x9E3779B97F4A7C15L) >>> 33) & mask;
        while (slots[slot] != 0 && !hasEvent(slots[slot] - 1, eventIndex)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean hasEvent(int call, long eventIndex) {
        return calls.beginIndex(call) == eventIndex || calls.endIndex(call) == eventIndex;
    }
}
