// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.chrome.ChromeExporter;
import dev.jtracer.engine.exporter.chrome.ChromeXExporter;
import dev.jtracer.engine.exporter.chrome.DevToolsExporter;
import dev.jtracer.engine.exporter.collapsed.CollapsedExporter;
import dev.jtracer.engine.exporter.csv.CsvExporter;
import dev.jtracer.engine.exporter.perfetto.PerfettoExporter;
import dev.jtracer.engine.exporter.speedscope.SpeedscopeExporter;
import java.util.List;
import java.util.Optional;

/**
 * A format in which traces can be written.
 *
 * @param key name of the format on the command line
 * @param extensions extensions of the files: the one that jtracer gives them, then those that other tools give them
 * @param description one line for the user: the content of the format, and its readers
 * @param options keys of the limits that the format obeys; the other limits do not change its files
 */
public record ExportFormat(
        String key, List<String> extensions, String description, List<String> options, TraceExporter exporter) {
    /** The format of the tracer itself. */
    public static final ExportFormat CHROME = new ExportFormat(
            "chrome",
            List.of(".json"),
            "Chrome's JSON as the tracer writes it: Perfetto, Firefox Profiler, catapult",
            List.of("min", "depth", "segment"),
            new ChromeExporter());

    private static final List<ExportFormat> ALL = List.of(
            CHROME,
            new ExportFormat(
                    "chrome-x",
                    List.of(".chrome-x.json"),
                    "Chrome's JSON with complete events: Chrome DevTools, Perfetto, speedscope, Firefox Profiler",
                    List.of("min", "depth"),
                    new ChromeXExporter()),
            new ExportFormat(
                    "perfetto",
                    List.of(".pftrace", ".perfetto-trace"),
                    "Perfetto's own format, small and exact: ui.perfetto.dev, trace_processor",
                    List.of("min", "depth"),
                    new PerfettoExporter()),
            new ExportFormat(
                    "speedscope",
                    List.of(".speedscope.json"),
                    "speedscope's own JSON, for large traces",
                    List.of("min", "depth"),
                    new SpeedscopeExporter()),
            new ExportFormat(
                    "collapsed",
                    List.of(".collapsed.txt", ".collapsed", ".folded"),
                    "collapsed stacks with self times in microseconds: flamegraph.pl, Firefox Profiler, speedscope",
                    List.of("min", "depth"),
                    new CollapsedExporter()),
            new ExportFormat(
                    "devtools",
                    List.of(".devtools.json"),
                    "user timings for Chrome DevTools, the longest " + DevToolsExporter.MOST_CALLS + " calls",
                    List.of("min", "depth"),
                    new DevToolsExporter()),
            new ExportFormat(
                    "csv",
                    List.of(".csv"),
                    "a row for each call, times in nanoseconds: spreadsheets, databases, scripts",
                    List.of("min"),
                    new CsvExporter()));

    public ExportFormat {
        extensions = List.copyOf(extensions);
        options = List.copyOf(options);
    }

    /** Returns the extension of the files, for example {@code .json}. */
    public String extension() {
        return extensions.get(0);
    }

    /** Returns every format, in the order in which the user reads about them. */
    public static List<ExportFormat> all() {
        return ALL;
    }

    /** Returns the format of a key. */
    public static Optional<ExportFormat> find(String key) {
        return ALL.stream().filter(format -> format.key.equals(key)).findFirst();
    }
}
