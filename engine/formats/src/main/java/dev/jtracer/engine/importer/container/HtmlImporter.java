// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import dev.jtracer.engine.importer.ContainerImporter;
import dev.jtracer.engine.importer.FormatProbe;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;

/**
 * An importer of pages that contain the traces they show, as written by catapult's {@code trace2html} and jtracer's
 * report: in blocks {@code <script id="viewer-data" type="text/plain">}, or of the class {@code trace-data}, as text
 * or as base64 of gzip data.
 */
public final class HtmlImporter implements ContainerImporter {
    private static final String DOCTYPE = "<!doctype html";

    @Override
    public String name() {
        return "HTML page with trace data";
    }

    /** Returns true for any page, because the data may begin megabytes into it. */
    @Override
    public boolean canImport(FormatProbe probe) throws IOException {
        return probe.text().regionMatches(true, 0, DOCTYPE, 0, DOCTYPE.length());
    }

    @Override
    public Subtraces open(TraceData container) throws IOException {
        return new ScriptBlocks(container.name(), container.stream());
    }
}
