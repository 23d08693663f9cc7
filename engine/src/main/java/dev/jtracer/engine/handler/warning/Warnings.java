// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import dev.jtracer.engine.handler.HandlerConfig;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The warnings of a trace by kind. Immutable. */
public final class Warnings {
    /** The warnings of a trace without any. */
    public static final Warnings NONE = new Warnings(Map.of(), Map.of());

    /** Kinds of warnings. */
    public enum Kind {
        /** A finished task of a page's thread lasted more than 50 ms. */
        LONG_TASK,
        /** A callback for idle times lasted longer than it was allowed to. */
        IDLE_CALLBACK_OVER_TIME,
        /** A script forced a layout of the page; reported if that takes at least 30 ms of a task. */
        FORCED_REFLOW
    }

    /**
     * One warning.
     *
     * @param name name of the span or event
     * @param track index of its track
     * @param durNanos its duration in nanoseconds; 0 for an event without length
     */
    public record Warning(Kind kind, String name, int track, long startNanos, long durNanos) {}

    private final Map<Kind, List<Warning>> kept;
    private final Map<Kind, Long> counts;

    Warnings(Map<Kind, List<Warning>> kept, Map<Kind, Long> counts) {
        Map<Kind, List<Warning>> copies = new EnumMap<>(Kind.class);
        kept.forEach((kind, warnings) -> copies.put(kind, List.copyOf(warnings)));
        Map<Kind, Long> ordered = new EnumMap<>(Kind.class);
        ordered.putAll(counts);
        this.kept = copies;
        this.counts = Collections.unmodifiableMap(ordered);
    }

    /** Returns the kept warnings of a kind, see {@link HandlerConfig#mostWarnings}; empty if there are none. */
    public List<Warning> of(Kind kind) {
        return kept.getOrDefault(kind, List.of());
    }

    /** Returns the number of warnings, kept or not, of each kind that has any. */
    public Map<Kind, Long> counts() {
        return counts;
    }
}
