// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.TraceEvent;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event composed of a begin, its end, and the instants between them. No single event of the trace represents it.
 * Immutable.
 *
 * @param begin the event that began it; gives it its name and its start
 * @param end the event that ended it, not before its begin; null if there is none
 * @param instants the instants of its id and name while it was the innermost open one, in the order of time
 */
public record SyntheticEvent(TraceEvent begin, @Nullable TraceEvent end, List<TraceEvent> instants) {
    /** Orders by start, earliest first, then by duration, longest first. */
    public static final Comparator<SyntheticEvent> BY_TIME = Comparator.comparingLong(SyntheticEvent::startNanos)
            .thenComparing(SyntheticEvent::durNanos, Comparator.reverseOrder());

    public SyntheticEvent {
        begin = begin.copy();
        end = end == null ? null : end.copy();
        if (end != null && end.tsNanos() < begin.tsNanos()) {
            throw new IllegalArgumentException("'" + begin.name() + "' ends at '" + end.tsNanos()
                    + "', before its begin at '" + begin.tsNanos() + "'; match events in order of time");
        }
        instants = instants.isEmpty()
                ? List.of()
                : instants.stream().map(TraceEvent::copy).toList();
    }

    /** Returns category, id and name, which its events share, separated by colons. Not unique in a trace. */
    public String syntheticId() {
        return begin.category() + ":" + begin.id() + ":" + begin.name();
    }

    public String name() {
        return begin.name();
    }

    public String category() {
        return begin.category();
    }

    public long startNanos() {
        return begin.tsNanos();
    }

    /** Returns the time of its end; that of its start if the end is not known. */
    public long endNanos() {
        return lastKnown().tsNanos();
    }

    /** Returns its duration, at least 0; 0 if the end is not known. */
    public long durNanos() {
        return endNanos() - startNanos();
    }

    /** Returns whether it has no end. */
    public boolean unfinished() {
        return end == null;
    }

    /** Returns the process of its end, or that of its begin if it has no end. */
    public long pid() {
        return lastKnown().pid();
    }

    /** Returns the thread of its end, which may differ from that of its begin, or that of its begin if it has no end. */
    public long tid() {
        return lastKnown().tid();
    }

    private TraceEvent lastKnown() {
        return end == null ? begin : end;
    }
}
