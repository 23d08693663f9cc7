// SPDX-License-Identifier: Apache-2.0

/** Readers and writers of files with traces. */
module dev.jtracer.engine.formats {
    requires com.fasterxml.jackson.core;
    requires transitive dev.jtracer.engine.trace;
    requires static jdk.jfr;
    requires static transitive org.jspecify;

    exports dev.jtracer.engine.chrome.read;
    exports dev.jtracer.engine.chrome.write;
    exports dev.jtracer.engine.importer;
    exports dev.jtracer.engine.window;
    exports dev.jtracer.engine.exporter;
    exports dev.jtracer.engine.exporter.format;

    uses dev.jtracer.engine.importer.TraceImporter;

    provides dev.jtracer.engine.importer.TraceImporter with
            dev.jtracer.engine.chrome.read.ChromeImporter,
            dev.jtracer.engine.collapsed.CollapsedImporter,
            dev.jtracer.engine.importer.EmptyImporter,
            dev.jtracer.engine.importer.container.GzipImporter,
            dev.jtracer.engine.importer.container.HtmlImporter,
            dev.jtracer.engine.importer.container.ZipImporter,
            dev.jtracer.engine.jfr.JfrImporter,
            dev.jtracer.engine.jtr.read.RecordingImporter;
}
