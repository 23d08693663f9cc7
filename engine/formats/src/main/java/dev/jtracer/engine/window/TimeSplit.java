// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.chrome.ChromeStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Writer of a trace as several files, one for each window of time. All windows of a split are open at once, because
 * sources deliver the threads of a trace one after the other, for some time each.
 */
public final class TimeSplit {
    private final List<ChromeStream> parts = new ArrayList<>();
    private final TraceSource source;
    private final WindowCutter cutter;

    /**
     * Creates the split of a trace that has not been read, into windows in the order of time and without an overlap,
     * whose files are numbered from {@code firstNumber} on.
     */
    public TimeSplit(
            TraceSource source, List<CutWindow> windows, int firstNumber, TraceOutputs outputs, TraceLimits limits) {
        this.source = source;
        this.cutter = new WindowCutter(source, windows, firstNumber, 0, (event, window) -> parts.get(window)
                .take(event));
        for (int window = 0; window < windows.size(); window++) {
            int number = firstNumber + window;
            parts.add(new ChromeStream(source, part -> outputs.open(number), limits));
        }
    }

    /**
     * Reads the trace until {@code isDone}, which is asked from time to time, and writes the files. Returns the
     * report on each file.
     */
    public List<ExportReport> run(BooleanSupplier isDone) throws IOException {
        try {
            ImportReport input = source.read(cutter.until(isDone));
            cutter.finish();
            List<ExportReport> reports = new ArrayList<>();
            for (ChromeStream part : parts) {
                reports.add(part.finish(input));
            }
            return reports;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            for (ChromeStream part : parts) {
                part.close();
            }
        }
    }

    /** Returns what the split changed, after {@link #run}. */
    public CutCounts counts() {
        return cutter.counts();
    }
}
