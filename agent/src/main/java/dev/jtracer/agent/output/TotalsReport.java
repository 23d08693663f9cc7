// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.text.PlainText;

/**
 * Formatter of totals as lines of text, the slowest function on average first: shortest, average and longest call in
 * milliseconds, number of calls and name, then the calls that these numbers do not include. A call that received
 * callbacks lasts until the end of the last of their runs. The runs themselves follow by callback, sorted by the
 * longest time until a run was done.
 */
public final class TotalsReport {
    private TotalsReport() {}

    /** Appends a line for each function and one for each callback that ran or is pending, each with a line feed. */
    public static void append(StringBuilder text, Functions functions, Callbacks callbacks) {
        for (Functions.Row row : functions.rows()) {
            long pending = row.unfinished() + row.pending();
            append(text, row.finished(), row.name());
            appendOthers(text, row.threw(), pending, 0, 0);
        }
        for (Callbacks.Row row : callbacks.byName()) {
            append(text, row.run(), row.name());
            appendOthers(text, row.threw(), row.unfinished() + row.notRunYet(), row.unclear(), row.notNeeded());
        }
    }

    private static void append(StringBuilder text, Durations durations, String name) {
        text.append("TRACER TOTAL ");
        Millis.append(text, durations.minNanos()).append("ms ");
        Millis.append(text, Math.round(durations.averageNanos())).append("ms ");
        Millis.append(text, durations.maxNanos()).append("ms ");
        text.append(durations.count()).append(' ');
        PlainText.append(text, name);
    }

    private static void appendOthers(StringBuilder text, long threw, long pending, long unknown, long notNeeded) {
        if (threw > 0) {
            text.append(" threw=").append(threw);
        }
        if (pending > 0) {
            text.append(" pending=").append(pending);
        }
        if (unknown > 0) {
            text.append(" unknown=").append(unknown);
        }
        if (notNeeded > 0) {
            text.append(" notNeeded=").append(notNeeded);
        }
        text.append('\n');
    }
}
