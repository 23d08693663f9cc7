// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;

/**
 * A writer of traces in one format. An exporter writes in one pass; besides the parsed trace, its memory grows with the names
 * and threads and not with the calls, unless its class states otherwise. It has no state, so threads may share one.
 *
 * <p>Some viewers cannot show times before 0, or lose nanoseconds in large ones. Traces with such times are written with times
 * from the start of the trace; {@link ExportReport#shiftNanos} is the difference.
 */
public interface TraceExporter {
    /** Returns the handlers with which a trace must have been parsed to be exported. */
    HandlerSet requires();

    /** Returns an exporter to the same format with names in a form; this one if the format has full names only. */
    default TraceExporter withNames(NameForm form) {
        return this;
    }

    /**
     * Writes a parsed trace.
     *
     * @param outputs opens the files: one, unless the format has parts; the exporter closes what it opens
     * @param limits calls to leave out; a format without parts ignores the size
     * @return counts of the data written and omitted
     * @throws IllegalArgumentException if a handler is missing in the trace
     */
    ExportReport export(ParsedTrace trace, TraceOutputs outputs, TraceLimits limits) throws IOException;

    /**
     * Reads a trace and writes it, through the model unless the format can stream.
     *
     * @throws IOException if the trace cannot be read or the output cannot be written
     */
    default ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits) throws IOException {
        return export(new TraceProcessor(requires().create()).parse(source), outputs, limits);
    }
}
