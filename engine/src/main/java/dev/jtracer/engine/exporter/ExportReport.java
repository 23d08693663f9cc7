// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.pairing.PairingCounts;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What came of writing a trace.
 *
 * @param calls calls written
 * @param points instants and values of counters written
 * @param arrows arrows between calls written
 * @param shiftNanos what was subtracted from the trace's times, in nanoseconds; 0 unless the format needs it
 * @param losses how often something was left out or changed, by reason; without reasons that never were
 * @param pairing what did not pair up among the begins and ends that were exported
 * @param input what came of reading the trace
 */
public record ExportReport(
        long calls,
        long points,
        long arrows,
        long shiftNanos,
        Map<ExportLoss, Long> losses,
        PairingCounts pairing,
        ImportReport input) {
    public ExportReport {
        Map<ExportLoss, Long> ordered = new EnumMap<>(ExportLoss.class);
        ordered.putAll(losses);
        losses = Collections.unmodifiableMap(ordered);
    }

    /** Returns how often something was left out or changed for a reason. */
    public long count(ExportLoss loss) {
        return losses.getOrDefault(loss, 0L);
    }
}
