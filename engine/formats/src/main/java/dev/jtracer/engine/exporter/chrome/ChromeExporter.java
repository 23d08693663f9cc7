// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import java.io.IOException;

/**
 * An exporter to Chrome's format in the tracer's own layout: {@code b} and {@code e}, in segments that each open by
 * themselves.
 *
 * <p>Calls already in this form are streamed, in memory that grows with the threads only. Other forms are collected
 * and written last.
 */
public final class ChromeExporter implements TraceExporter {
    @Override
    public ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        return new ChromeStream(source, outputs, limits).run();
    }
}
