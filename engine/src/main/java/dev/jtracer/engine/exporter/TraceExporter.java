// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.chrome.write.TraceLimits;
import dev.jtracer.engine.chrome.write.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.util.List;

/**
 * Writes traces in one format. Writes in one pass; beside the parsed trace its memory grows with the different names and
 * the threads, not with the calls, unless it says otherwise. Has no state: several threads may use one.
 *
 * <p>Formats whose viewers cannot show times before 0, or lose nanoseconds in large ones, get times that count from the
 * start of the trace if the trace's own are such; {@link ExportReport#shiftNanos} says by how much.
 */
public interface TraceExporter {
    /** Returns the format's name on the command line, for example {@code chrome-x}. */
    String name();

    /** Who reads the format, in one line for the user. */
    String description();

    /** Returns the extension of the files, for example {@code .json}. */
    String extension();

    /** Returns the handlers with which a trace must have been parsed to be exported; new ones with every call. */
    List<EventHandler<?>> requires();

    /**
     * Writes a parsed trace.
     *
     * @param outputs asked for the first part only, unless the format has parts; the exporter closes what it opens
     * @param limits what to leave out; a format that has no parts takes no notice of the size
     * @return what was written, and what was not
     * @throws IllegalArgumentException if a handler is missing in the trace
     */
    ExportReport export(ParsedTrace trace, TraceOutputs outputs, TraceLimits limits) throws IOException;

    /**
     * Reads a trace and writes it, by way of the model unless the format can do without.
     *
     * @throws IOException if the trace cannot be read or the output cannot be written
     */
    default ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits) throws IOException {
        return export(new TraceProcessor(requires()).parse(source), outputs, limits);
    }
}
