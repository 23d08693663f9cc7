// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.pairing.PairingCounts;
import java.util.EnumMap;
import java.util.Map;

/** Counters of an export in progress. */
public final class ExportCounts {
    private long calls;
    private long samples;
    private long points;
    private long arrows;
    private final Map<ExportLoss, Long> losses = new EnumMap<>(ExportLoss.class);

    public void addCall() {
        calls++;
    }

    public void addSamples(long count) {
        samples += count;
    }

    public void addPoint() {
        points++;
    }

    public void addArrow() {
        arrows++;
    }

    /** Adds the counts of a writer. */
    public void add(long calls, long points, long arrows) {
        this.calls += calls;
        this.points += points;
        this.arrows += arrows;
    }

    public void lose(ExportLoss loss) {
        lose(loss, 1);
    }

    public void lose(ExportLoss loss, long count) {
        if (count > 0) {
            losses.merge(loss, count, Long::sum);
        }
    }

    public ExportReport report(long shiftNanos, PairingCounts pairing, ImportReport input) {
        return new ExportReport(calls, samples, points, arrows, shiftNanos, losses, pairing, input);
    }
}
