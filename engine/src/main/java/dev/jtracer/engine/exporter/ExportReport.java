// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.pairing.PairingCounts;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The result of an export.
 *
 * @param calls calls written
 * @param samples samples written
 * @param points instants and values of counters written
 * @param arrows arrows between calls written
 * @param shiftNanos nanoseconds subtracted from the trace's times; 0 unless the format needs it
 * @param losses number of omissions and changes by reason, without reasons that did not occur
 * @param pairing begins and ends of the exported calls that did not pair
 * @param input report on reading the trace
 */
public record ExportReport(
        long calls,
        long samples,
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

    /** Returns the number of omissions and changes for a reason. */
    public long count(ExportLoss loss) {
        return losses.getOrDefault(loss, 0L);
    }
}
