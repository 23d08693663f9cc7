// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.pairing.PairingCounts;
import java.util.EnumMap;
import java.util.Map;

/** What an exporter counts while it writes. */
final class ExportCounts {
    long calls;
    long points;
    long arrows;
    private final Map<ExportLoss, Long> losses = new EnumMap<>(ExportLoss.class);

    void lose(ExportLoss loss) {
        lose(loss, 1);
    }

    void lose(ExportLoss loss, long count) {
        if (count > 0) {
            losses.merge(loss, count, Long::sum);
        }
    }

    ExportReport report(long shiftNanos, PairingCounts pairing, ImportReport input) {
        return new ExportReport(calls, points, arrows, shiftNanos, losses, pairing, input);
    }
}
