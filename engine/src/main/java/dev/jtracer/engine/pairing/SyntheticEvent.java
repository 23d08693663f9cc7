// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.TraceEvent;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event that no line of the trace holds: made of the begin and the end that belong together, and what happened between
 * them. Immutable.
 *
 * @param begin the event that began it; gives it its name and its start
 * @param end the event that ended it, not before its begin; null when it never came
 * @param instants the instants of its id and name while it was the innermost one open, in order of time
 */
public record SyntheticEvent(TraceEvent begin, @Nullable TraceEvent end, List<TraceEvent> instants) {
    /** Earlier ones first; of those that start together the longest first; else equal. */
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

    /** Category, id and name, with colons between them: what its events have in common. Not unique in a trace. */
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

    /** When it ended; its start when that is not known. */
    public long endNanos() {
        return lastKnown().tsNanos();
    }

    /** Returns how long it lasted, at least 0; 0 when the end is not known. */
    public long durNanos() {
        return endNanos() - startNanos();
    }

    /** Whether its end never came. */
    public boolean unfinished() {
        return end == null;
    }

    /** Returns the process in which it ended, or that of its begin when its end never came. */
    public long pid() {
        return lastKnown().pid();
    }

    /** Returns the thread on which it ended, or that of its begin when its end never came; may be another than that of its begin. */
    public long tid() {
        return lastKnown().tid();
    }

    private TraceEvent lastKnown() {
        return end == null ? begin : end;
    }
}
