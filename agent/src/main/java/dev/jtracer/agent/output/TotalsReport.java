// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.handler.Functions;

/**
 * Totals as lines of text, the slowest function on average first: shortest, average and longest call in milliseconds,
 * number of calls, name; then what the three numbers leave out.
 */
public final class TotalsReport {
    private TotalsReport() {}

    /** Appends a line for each function, each with a line feed. */
    public static void append(StringBuilder text, Functions functions) {
        for (Functions.Row row : functions.rows()) {
            text.append("TRACER TOTAL ");
            Millis.append(text, row.minNanos()).append("ms ");
            Millis.append(text, Math.round(row.averageNanos())).append("ms ");
            Millis.append(text, row.maxNanos()).append("ms ");
            text.append(row.count()).append(' ');
            PlainText.append(text, row.name());
            if (row.threw() > 0) {
                text.append(" threw=").append(row.threw());
            }
            long pending = row.unfinished() + row.pending();
            if (pending > 0) {
                text.append(" pending=").append(pending);
            }
            text.append('\n');
        }
    }
}
