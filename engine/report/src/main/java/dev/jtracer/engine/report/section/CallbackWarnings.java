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
        SectionTable table = new SectionTable(
                KEY,
                "Callbacks that did not run, or once ran 50 ms or longer, the longest run first:",
                SectionTable.count("not run"),
                SectionTable.count("runs"),
                SectionTable.duration("longest run"),
                SectionTable.text("callback"));
        List<Callbacks.Row> rows = callbacks.rows().stream()
                .filter(row -> row.notRunYet() > 0 || row.run().maxNanos() >= SLOW_NANOS)
                .sorted(Comparator.<Callbacks.Row>comparingLong(row -> row.run().maxNanos())
                        .thenComparingLong(Callbacks.Row::notRunYet)
                        .reversed()
                        .thenComparing(Callbacks.Row::label))
                .toList();
        for (Callbacks.Row row : rows) {
            long runs = row.run().count();
            table.row(
                    row.notRunYet(),
                    runs,
                    runs == 0 ? SectionTable.UNKNOWN : row.run().maxNanos(),
                    row.label());
        }
        return table;
    }
}
