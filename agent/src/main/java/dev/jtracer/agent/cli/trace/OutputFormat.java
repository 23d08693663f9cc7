// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.engine.exporter.format.ExportFormat;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A format, and the ending of a file's name that stands for it.
 *
 * @param ending lower case, with its dot, without {@code .gz}
 */
record OutputFormat(ExportFormat format, String ending) {
    /** Returns the format for a file's name, by the longest ending that fits; null if none does. */
    static @Nullable OutputFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        String unpacked = name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
        OutputFormat longest = null;
        for (ExportFormat format : ExportFormat.all()) {
            for (String ending : format.extensions()) {
                if (unpacked.endsWith(ending) && (longest == null || ending.length() > longest.ending.length())) {
                    longest = new OutputFormat(format, ending);
                }
            }
        }
        return longest;
    }

    /** Whether a file of another format may have this ending, as {@code .json} is that of several. */
    boolean suits(ExportFormat other) {
        return other.equals(format) || other.extension().endsWith(ending);
    }
}
