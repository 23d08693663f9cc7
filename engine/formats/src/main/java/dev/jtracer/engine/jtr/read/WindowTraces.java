// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.chrome.write.SegmentCounts;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.pairing.PairingProblem;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.TimeSplit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Writer of the windows of a recording of slow calls, each as a trace of its own. */
public final class WindowTraces {
    private final Converter converter;
    private final TraceOutputs outputs;
    private final TraceLimits limits;
    private final List<ExportReport> reports = new ArrayList<>();

    /** Creates a writer to outputs; the first window is part 1. */
    public WindowTraces(Converter converter, TraceOutputs outputs, TraceLimits limits) {
        this.converter = converter;
        this.outputs = outputs;
        // A window is one file, however large.
        this.limits = new TraceLimits(Long.MAX_VALUE, limits.maxDepth(), limits.minNanos());
    }

    /** Writes all windows. Returns counts of what was written, or null if cancelled. */
    public @Nullable SegmentCounts write(
            List<RetainedWindow> windows, DoubleConsumer progress, BooleanSupplier cancelled) throws IOException {
        for (int i = 0; i < windows.size(); i++) {
            progress.accept((double) i / windows.size());
            write(windows.get(i), i + 1, cancelled);
            if (cancelled.getAsBoolean()) {
                return null;
            }
        }
        return new SegmentCounts(
                windows.size(),
                sum(ExportReport::calls),
                sum(report -> report.pairing().count(PairingProblem.UNMATCHED_END)),
                sum(report -> report.pairing().count(PairingProblem.UNMATCHED_BEGIN)),
                0,
                sum(report -> report.count(ExportLoss.TOO_DEEP)),
                sum(report -> report.count(ExportLoss.TOO_SHORT)),
                sum(report -> report.pairing().count(PairingProblem.OUT_OF_ORDER)),
                sum(ExportReport::passes),
                sum(ExportReport::runs));
    }

    private void write(RetainedWindow window, int number, BooleanSupplier cancelled) throws IOException {
        RecordingSource source = RecordingSource.ofWindow(converter, new EventBuilder(ImportLimits.DEFAULT), window);
        CutWindow cut = new CutWindow(window.fromNanos(), window.toNanos());
        reports.addAll(new TimeSplit(source, List.of(cut), number, outputs, limits).run(cancelled));
    }

    private long sum(ToLongFunction<ExportReport> count) {
        return reports.stream().mapToLong(count).sum();
    }
}
