// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import java.io.IOException;
import java.io.OutputStream;

/**
 * An exporter to Firefox Profiler's own JSON, in which calls are stacks over time: the viewer's call tree, flame
 * graph, stack chart and search work on them. In Chrome's format it shows calls as a list of markers only.
 *
 * <p>The format has a table by column for each thread. Each column is made by its own pass over the calls; only the
 * different stacks, and the markers of one thread, are retained.
 */
public final class FirefoxExporter implements TraceExporter {
    @Override
    public ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        ExportedTrace trace = ExportedTrace.read(source, ExportedTrace.handlers(), limits);
        try (OutputStream out = outputs.open(1)) {
            new ProfileWriting(trace, trace.names(form), out).run();
        }
        return trace.report(trace.shiftNanos());
    }
}
