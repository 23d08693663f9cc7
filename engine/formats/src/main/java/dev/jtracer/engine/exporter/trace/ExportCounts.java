// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.pairing.PairingCounts;
import java.util.EnumMap;
import java.util.Map;

/** Counters of an export in progress. */
public final class ExportCounts {
    private long calls;
    private long passes;
    private long runs;
    private long samples;
    private final Map<ExportLoss, Long> losses = new EnumMap<>(ExportLoss.class);

    /** Adds what a format shows as a call: a call, a pass or a run. */
    public void addCall(int flags) {
        if ((flags & SpanFlags.PASS) != 0) {
            passes++;
        } else if ((flags & SpanFlags.CALLBACK) != 0) {
            runs++;
        } else {
            calls++;
        }
    }

    public void addSamples(long count) {
        samples += count;
    }

    public void add(long calls, long passes, long runs) {
        this.calls += calls;
        this.passes += passes;
        this.runs += runs;
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
        return new ExportReport(calls, passes, runs, samples, shiftNanos, losses, pairing, input);
    }
}
