// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import java.util.List;

/**
 * The warnings of a trace. Immutable.
 *
 * @param rows those of each kind together, in the order of the kinds and of their first warnings
 */
public record Warnings(List<Row> rows) {
    public Warnings {
        rows = List.copyOf(rows);
    }

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
     * The warnings of one kind about spans of one name.
     *
     * @param longestNanos the longest of the spans
     */
    public record Row(Kind kind, String name, long count, long longestNanos) {
        Row plus(Row other) {
            return new Row(kind, name, count + other.count, Math.max(longestNanos, other.longestNanos));
        }
    }
}
