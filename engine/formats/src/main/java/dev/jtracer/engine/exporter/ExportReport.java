// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.text.CountText;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of an export.
 *
 * @param calls calls of methods written
 * @param passes passes of callbacks written
 * @param runs runs of callbacks written
 * @param samples samples written
 * @param shiftNanos nanoseconds subtracted from the trace's times; 0 unless the format needs it
 * @param losses number of omissions and changes by reason, without reasons that did not occur
 * @param pairing begins and ends of the exported calls that did not pair
 * @param input report on reading the trace
 */
public record ExportReport(
        long calls,
        long passes,
        long runs,
        long samples,
        long shiftNanos,
        Map<ExportLoss, Long> losses,
        PairingCounts pairing,
        ImportReport input) {
    public ExportReport {
        losses = Collections.unmodifiableMap(new TreeMap<>(losses));
    }

    /** Returns what was written as text: {@code 12 calls, 3 passes of callbacks, 2 runs}. */
    public String callsText() {
        return CountText.plain(calls, "call") + callbacksText(passes, runs);
    }

    /** Returns passes and runs as the end of a text; empty without any. */
    public static String callbacksText(long passes, long runs) {
        return passes + runs == 0
                ? ""
                : ", " + CountText.plain(passes, "pass") + " of callbacks, " + CountText.plain(runs, "run");
    }

    public long count(ExportLoss loss) {
        return losses.getOrDefault(loss, 0L);
    }
}
