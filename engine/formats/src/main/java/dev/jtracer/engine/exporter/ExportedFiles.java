// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import java.nio.file.Path;
import java.util.List;

/**
 * The result of an export to files.
 *
 * @param files the files written, in order; several only if the format has parts
 * @param report counts of what was written and dropped
 */
public record ExportedFiles(List<Path> files, ExportReport report) {
    public ExportedFiles {
        files = List.copyOf(files);
    }
}
