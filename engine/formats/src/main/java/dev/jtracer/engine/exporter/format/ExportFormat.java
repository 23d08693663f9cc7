// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.ExportedFiles;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.TraceFiles;
import dev.jtracer.engine.exporter.chrome.ChromeStream;
import dev.jtracer.engine.exporter.chrome.ChromeXExporter;
import dev.jtracer.engine.exporter.chrome.DevToolsExporter;
import dev.jtracer.engine.exporter.firefox.FirefoxExporter;
import dev.jtracer.engine.exporter.perfetto.PerfettoExporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A format in which traces can be written.
 *
 * @param key name of the format on the command line
 * @param extensions extensions of the files: the one that jtracer gives them, then those that other tools give them
 * @param description one line for the user: the content of the format, and its readers
 * @param options keys of the options that the format obeys; the others do not change its files
 * @param names form of the names, if the format has a choice
 */
public record ExportFormat(
        String key,
        List<String> extensions,
        String description,
        List<String> options,
        TraceExporter exporter,
        NameForm names) {
    /** The format of the tracer itself. */
    public static final ExportFormat CHROME = new ExportFormat(
            "chrome",
            List.of(".json"),
            "Chrome's JSON as the tracer writes it: Perfetto, Firefox Profiler, catapult",
            List.of("min", "depth", "segment"),
            (source, outputs, limits, names) -> new ChromeStream(source, outputs, limits).run());

    private static final List<ExportFormat> ALL = List.of(
            CHROME,
            new ExportFormat(
                    "chrome-x",
                    List.of(".chrome-x.json"),
                    "Chrome's JSON with complete events: Chrome DevTools, Perfetto, speedscope, Firefox Profiler",
                    List.of("min", "depth"),
                    ChromeXExporter::export),
            new ExportFormat(
                    "perfetto",
                    List.of(".pftrace", ".perfetto-trace"),
                    "Perfetto's own format, small and exact: ui.perfetto.dev, trace_processor",
                    List.of("min", "depth", "names"),
                    PerfettoExporter::export),
            new ExportFormat(
                    "firefox",
                    List.of(".firefox.json", ".profile.json"),
                    "Firefox Profiler's own JSON: call tree, flame graph, stack chart, markers for callbacks",
                    List.of("min", "depth", "names"),
                    FirefoxExporter::export),
            new ExportFormat(
                    "speedscope",
                    List.of(".speedscope.json"),
                    "speedscope's own JSON, for large traces",
                    List.of("min", "depth", "names"),
                    SpeedscopeExporter::export),
            new ExportFormat(
                    "collapsed",
                    List.of(".collapsed.txt", ".collapsed", ".folded"),
                    "collapsed stacks with self times in microseconds: flamegraph.pl, Firefox Profiler, speedscope",
                    List.of("min", "depth"),
                    CollapsedExporter::export),
            new ExportFormat(
                    "devtools",
                    List.of(".devtools.json"),
                    "user timings for Chrome DevTools, the longest " + DevToolsExporter.MOST_CALLS + " calls",
                    List.of("min", "depth", "names"),
                    DevToolsExporter::export),
            new ExportFormat(
                    "csv",
                    List.of(".csv"),
                    "a row for each call, times in nanoseconds: spreadsheets, databases, scripts",
                    List.of("min"),
                    CsvExporter::export),
            new ExportFormat(
                    "otlp",
                    List.of(".otlp.json", ".otlp.jsonl"),
                    "OpenTelemetry's spans as JSON: its collector, and so Jaeger, Tempo and others",
                    List.of("min", "depth", "names"),
                    OtlpExporter::export));

    private ExportFormat(
            String key, List<String> extensions, String description, List<String> options, TraceExporter exporter) {
        this(key, extensions, description, options, exporter, NameForm.SHORT);
    }

    public ExportFormat {
        extensions = List.copyOf(extensions);
        options = List.copyOf(options);
    }

    /** Returns the same format with names in a form, if it has a choice. */
    public ExportFormat withNames(NameForm form) {
        return options.contains("names")
                ? new ExportFormat(key, extensions, description, options, exporter, form)
                : this;
    }

    /** Returns the extension of the files, for example {@code .json}. */
    public String extension() {
        return extensions.get(0);
    }

    /** Returns every format, in the order in which the user reads about them. */
    public static List<ExportFormat> all() {
        return ALL;
    }

    /** Returns the format for a file's name, by the longest extension that it ends with; {@code .gz} is ignored. */
    public static Optional<ExportFormat> of(Path file) {
        String name = uncompressed(file);
        return ALL.stream()
                .filter(format -> !format.ending(name).isEmpty())
                .max(Comparator.comparingInt(format -> format.ending(name).length()));
    }

    /** Returns whether a file of this format may have this name, as {@code .json} is that of several formats. */
    public boolean suits(Path file) {
        ExportFormat named = of(file).orElse(null);
        return named != null && (named.key.equals(key) || extension().endsWith(named.ending(uncompressed(file))));
    }

    private static String uncompressed(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
    }

    /** Returns the longest of the extensions that a name ends with; empty if there is none. */
    private String ending(String name) {
        return extensions.stream()
                .filter(name::endsWith)
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    /**
     * Reads a trace and writes it to a file and, in a format with segments, to further ones beside it,
     * compressed if the name ends with {@code .gz}. Overwrites no file, and leaves none behind if it fails.
     *
     * @param limits calls to drop, and the size of a segment
     * @throws java.nio.file.FileAlreadyExistsException if one of the files exists
     */
    public ExportedFiles export(TraceSource source, Path file, TraceLimits limits) throws IOException {
        TraceFiles files = new TraceFiles(file);
        try {
            ExportReport report = export(source, files, limits);
            return new ExportedFiles(files.created(), report);
        } catch (Throwable failure) { // passed on, after the files are removed
            try {
                files.delete();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    /** Reads a trace and writes it, see {@link TraceExporter#export}. */
    public ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits) throws IOException {
        return exporter.export(source, outputs, limits, names);
    }

    public static Optional<ExportFormat> find(String key) {
        return ALL.stream().filter(format -> format.key.equals(key)).findFirst();
    }
}
