// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.CallRecords;
import java.util.ArrayDeque;

/**
 * Events other than complete ones that a flow may bind to by their time. Until the first flow only the latest few are
 * retained, so that a trace without flows costs little.
 */
final class FlowCandidates {
    /** 9 MB. DevTools' own files write the flows after all other events of a process. */
    private static final int FEW = 1 << 17;

    private final ArrayDeque<Candidate> events = new ArrayDeque<>();
    private boolean keepingAll;

    /** An event with the number of its name. */
    record Candidate(long tsNanos, long pid, long tid, long index, int categoryIndex, int nameIndex) {
        FlowEvent.Place place() {
            return new FlowEvent.Place(tsNanos, pid, tid, categoryIndex);
        }

        Flows.BoundEvent bound(StringTable names) {
            return new Flows.BoundEvent(index, pid, tid, names.get(nameIndex), tsNanos);
        }
    }

    void add(TraceEvent event) {
        add(new Candidate(
                event.tsNanos(), event.pid(), event.tid(), event.index(), event.categoryIndex(), event.nameIndex()));
    }

    /**
     * Adds the begins and ends of calls.
     *
     * @param pid process of all records
     */
    void addAll(CallRecords records, long pid) {
        for (int i = 0; i < records.size(); i++) {
            add(new Candidate(
                    records.tsNanos(i),
                    pid,
                    records.tid(),
                    records.firstIndex() + i,
                    records.categoryIndex(),
                    records.nameIndex(i)));
        }
    }

    private void add(Candidate event) {
        if (!keepingAll && events.size() == FEW) {
            events.removeFirst();
        }
        events.addLast(event);
    }

    /** Keeps all events from now on. */
    void keepAll() {
        keepingAll = true;
    }

    /** Returns the events in the order of their arrival. */
    Iterable<Candidate> all() {
        return events;
    }
}
