// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.engine.exporter.Exporters;
import dev.jtracer.engine.exporter.TraceExporter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A format, and the ending of a file's name that stands for it.
 *
 * @param ending lower case, with its dot, without {@code .gz}
 */
record OutputFormat(TraceExporter exporter, String ending) {
    /** Endings that other tools give to files of these formats. */
    private static final Map<String, String> OTHER_ENDINGS = Map.of(
            ".perfetto-trace", "perfetto",
            ".collapsed", "collapsed",
            ".folded", "collapsed");

    /** Returns the format for a file's name, by the longest ending that fits; null if none does. */
    static @Nullable OutputFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        String unpacked = name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
        OutputFormat longest = null;
        for (Map.Entry<String, TraceExporter> entry : byEnding().entrySet()) {
            String ending = entry.getKey();
            if (unpacked.endsWith(ending) && (longest == null || ending.length() > longest.ending.length())) {
                longest = new OutputFormat(entry.getValue(), ending);
            }
        }
        return longest;
    }

    private static Map<String, TraceExporter> byEnding() {
        Map<String, TraceExporter> formats = new HashMap<>();
        for (TraceExporter exporter : Exporters.all()) {
            formats.put(exporter.extension(), exporter);
        }
        OTHER_ENDINGS.forEach(
                (ending, format) -> Exporters.find(format).ifPresent(exporter -> formats.put(ending, exporter)));
        return formats;
    }

    /** Whether a file of another format may have this ending, as {@code .json} is that of several. */
    boolean suits(TraceExporter other) {
        return other.name().equals(exporter.name()) || other.extension().endsWith(ending);
    }
}
