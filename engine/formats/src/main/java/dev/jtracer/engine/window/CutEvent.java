// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One event in a window after the other: the event itself, or the part of a call that is in the window. */
final class CutEvent {
    /** Flags of a call that hold for each of its parts. */
    private static final int OF_EACH_PART = SpanFlags.CALLBACK | SpanFlags.THREAD;

    /** Members that link a call to another one; they stay with the part in which the call begins. */
    private static final Set<String> LINKS = Set.of("bind_id", "flow_in", "flow_out");

    private final TraceEvent cut;

    /** @param source source of the events */
    CutEvent(TraceSource source) {
        cut = new TraceEvent(source.names(), source.symbols(), source.tracks());
    }

    /** Returns an event at a time, which is its own unless that is out of order. */
    TraceEvent whole(TraceEvent event, long index, long tsNanos) {
        return cut.copyFrom(event).setIndex(index).setTsNanos(tsNanos);
    }

    /** Returns the begin of a call again, at the start of a window. */
    TraceEvent resumed(TraceEvent begin, long index, long tsNanos) {
        whole(begin, index, tsNanos).setFlags((begin.flags() & OF_EACH_PART) | SpanFlags.CONTINUED);
        return later();
    }

    /** Returns the end of a call at the end of a window. */
    TraceEvent suspended(TraceEvent begin, Phase endPhase, long index, long tsNanos) {
        whole(begin, index, tsNanos)
                .setPhase(endPhase)
                .setFlags((begin.flags() & SpanFlags.THREAD) | SpanFlags.UNFINISHED | SpanFlags.CONTINUED);
        return later().setArgs(Args.EMPTY);
    }

    /** Returns the part of a complete event that is in a window. */
    TraceEvent clipped(TraceEvent event, long index, CutWindow window) {
        long start = window.nearest(event.tsNanos());
        long end = window.nearest(event.tsNanos() + event.durNanos());
        whole(event, index, start).setDurNanos(end - start);
        if (start > event.tsNanos()) {
            later().setFlags((event.flags() & OF_EACH_PART) | SpanFlags.RESUMED);
        }
        if (end - start < event.durNanos()) {
            cut.setFlags(cut.flags() | SpanFlags.CONTINUED);
        }
        if (end < event.tsNanos() + event.durNanos()) {
            cut.setFlags(cut.flags() | SpanFlags.UNFINISHED);
        }
        return cut;
    }

    /** Removes what belongs to the call's own begin. */
    private TraceEvent later() {
        Args fields = cut.otherFields();
        if (!fields.isEmpty() && !Collections.disjoint(fields.asMap().keySet(), LINKS)) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>(fields.asMap());
            members.keySet().removeAll(LINKS);
            cut.setOtherFields(Args.of(members));
        }
        return cut.setBindId(0).setForward(0);
    }
}
