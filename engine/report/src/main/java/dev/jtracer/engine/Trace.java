// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportedFiles;
import dev.jtracer.engine.exporter.format.ExportFormat;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.TraceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A trace in one or more files of any format that can be imported. Each method reads the files anew. Immutable, and
 * safe for use by several threads.
 */
public final class Trace {
    private final List<Path> files;

    private Trace(List<Path> files) {
        this.files = files;
    }

    /** Returns the trace in these files, at least one. Does not open them. */
    public static Trace of(Path... files) {
        return new Trace(List.of(files));
    }

    /**
     * Opens the files as a source of events that is read once.
     *
     * @throws dev.jtracer.engine.event.TraceSyntaxException if a file is no trace
     */
    public TraceSource open() throws IOException {
        return TraceImport.open(files);
    }

    /** Parses the trace with these handlers and those that they depend on, see {@link HandlerSet#of}. */
    @SafeVarargs
    @SuppressWarnings("varargs") // passed on to a method that only reads it
    public final ParsedTrace parse(Supplier<? extends EventHandler<?>>... handlers) throws IOException {
        return parse(HandlerSet.of(handlers));
    }

    /** Parses the trace with a set of handlers. */
    public ParsedTrace parse(HandlerSet handlers) throws IOException {
        return new TraceProcessor(handlers.create()).parse(open());
    }

    /** Returns the report on the trace, with the 20 slowest calls of each kind. */
    public TraceReport report() throws IOException {
        return TraceReport.read(open(), ReportLimits.ofHeap(ReportLimits.DEFAULT_SLOWEST));
    }

    /**
     * Writes the trace in the format of the file's extension, see {@link ExportFormat#of}.
     *
     * @throws IllegalArgumentException if no format has this extension
     */
    public ExportedFiles export(Path file) throws IOException {
        ExportFormat format = ExportFormat.of(file)
                .orElseThrow(() -> new IllegalArgumentException("'" + file
                        + "' has no extension of a format; name the format, or use one of "
                        + ExportFormat.all().stream()
                                .map(ExportFormat::extension)
                                .toList()));
        return export(format, file);
    }

    /** Writes the trace in a format, see {@link ExportFormat#export(TraceSource, Path, TraceLimits)}. */
    public ExportedFiles export(ExportFormat format, Path file) throws IOException {
        return format.export(open(), file, TraceLimits.DEFAULT);
    }
}
