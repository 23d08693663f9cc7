// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.cut;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ForwardingEvent;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reusable view of an event in a window: the event itself, or the part of a call that is in the window. */
final class CutEvent extends ForwardingEvent {
    /** Flags of a call that hold for each of its parts. */
    private static final int OF_EACH_PART = SpanFlags.CALLBACK | SpanFlags.THREAD;

    /** Members that tie a call to another one; they stay with the part in which the call begins. */
    private static final Set<String> TIES = Set.of("bind_id", "flow_in", "flow_out");

    private @Nullable TraceEvent original;
    private long index;
    private Phase phase = Phase.INSTANT;
    private long tsNanos;
    private long durNanos;
    private int flags;
    /** Whether the view is of a part that does not have the call's own begin. */
    private boolean later;
    /** Whether the view is of less than the whole event. */
    private boolean part;

    private @Nullable Args args;

    /** Shows an event at a time, which is its own unless that is out of order. */
    CutEvent whole(TraceEvent event, long index, long tsNanos) {
        original = event;
        this.index = index;
        this.tsNanos = tsNanos;
        phase = event.phase();
        durNanos = event.durNanos();
        flags = event.flags();
        later = false;
        part = false;
        args = null;
        return this;
    }

    /** Shows an event with other arguments. */
    CutEvent withArgs(TraceEvent event, long index, long tsNanos, Args args) {
        whole(event, index, tsNanos);
        this.args = args;
        return this;
    }

    /** Shows the begin of a call again, at the start of a window. */
    CutEvent resumed(TraceEvent begin, long index, long tsNanos) {
        whole(begin, index, tsNanos);
        flags = (begin.flags() & OF_EACH_PART) | SpanFlags.CONTINUED;
        later = true;
        part = true;
        return this;
    }

    /** Shows the end of a call at the end of a window. */
    CutEvent suspended(TraceEvent begin, Phase endPhase, long index, long tsNanos) {
        whole(begin, index, tsNanos);
        phase = endPhase;
        flags = (begin.flags() & SpanFlags.THREAD) | SpanFlags.UNFINISHED | SpanFlags.CONTINUED;
        later = true;
        part = true;
        args = Args.EMPTY;
        return this;
    }

    /** Shows the part of a complete event that is in a window. */
    CutEvent clipped(TraceEvent event, long index, CutWindow window) {
        long start = window.nearest(event.tsNanos());
        long end = window.nearest(event.tsNanos() + event.durNanos());
        whole(event, index, start);
        durNanos = end - start;
        later = start > event.tsNanos();
        part = durNanos < event.durNanos();
        if (later) {
            flags = (flags & OF_EACH_PART) | SpanFlags.RESUMED;
        }
        if (part) {
            flags |= SpanFlags.CONTINUED;
        }
        if (end < event.tsNanos() + event.durNanos()) {
            flags |= SpanFlags.UNFINISHED;
        }
        return this;
    }

    @Override
    protected TraceEvent original() {
        if (original == null) {
            throw new IllegalStateException("the view shows no event yet");
        }
        return original;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public long tsNanos() {
        return tsNanos;
    }

    @Override
    public long durNanos() {
        return durNanos;
    }

    @Override
    public long threadNanos() {
        return later ? NO_TIME : original().threadNanos();
    }

    @Override
    public long threadDurNanos() {
        return part ? NO_TIME : original().threadDurNanos();
    }

    @Override
    public int flags() {
        return flags;
    }

    @Override
    public boolean threw() {
        return (flags & SpanFlags.THREW) != 0;
    }

    @Override
    public boolean unfinished() {
        return (flags & SpanFlags.UNFINISHED) != 0;
    }

    @Override
    public long bindId() {
        return later ? 0 : original().bindId();
    }

    @Override
    public long hop() {
        return later ? 0 : original().hop();
    }

    @Override
    public boolean hasDetails() {
        return args != null || original().hasDetails();
    }

    @Override
    public Args args() {
        return args == null ? original().args() : args;
    }

    @Override
    public Args otherFields() {
        Args fields = original().otherFields();
        if (!later || fields.isEmpty() || Collections.disjoint(fields.asMap().keySet(), TIES)) {
            return fields;
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>(fields.asMap());
        members.keySet().removeAll(TIES);
        return Args.of(members);
    }
}
