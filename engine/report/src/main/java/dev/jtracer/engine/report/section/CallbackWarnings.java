// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.totals.Callbacks;
import java.util.Comparator;
import java.util.List;

/** Callbacks that did not run, and those with a slow run. From totals, so it is made of added recordings as well. */
final class CallbackWarnings {
    static final String KEY = "callbackWarnings";
    /** Chrome's bound of a long task. */
    private static final long SLOW_NANOS = 50_000_000;

    private CallbackWarnings() {}

    static SectionTable table(Callbacks callbacks) {
        List<Callbacks.Row> rows = callbacks.rows().stream()
                .filter(row -> row.notRunYet() > 0 || row.run().maxNanos() >= SLOW_NANOS)
                .sorted(Comparator.<Callbacks.Row>comparingLong(row -> row.run().maxNanos())
                        .thenComparingLong(Callbacks.Row::notRunYet)
                        .reversed()
                        .thenComparing(Callbacks.Row::label))
                .toList();
        return SectionTable.of(
                        KEY, "Callbacks that did not run, or once ran 50 ms or longer, the longest run first:", rows)
                .count("not run", Callbacks.Row::notRunYet)
                .count("runs", row -> row.run().count())
                .duration(
                        "longest run",
                        row -> row.run().count() == 0
                                ? SectionTable.UNKNOWN
                                : row.run().maxNanos())
                .text("callback", Callbacks.Row::label)
                .table();
    }
}
