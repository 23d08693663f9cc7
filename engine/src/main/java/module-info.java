// SPDX-License-Identifier: Apache-2.0

/** Reads, writes and analyses traces in Chrome's event format. */
module dev.jtracer.engine {
    requires com.fasterxml.jackson.core;
    requires org.slf4j;
    requires static jdk.jfr;
    requires static transitive org.jspecify;

    exports dev.jtracer.engine;
    exports dev.jtracer.engine.ahead;
    exports dev.jtracer.engine.event;
    exports dev.jtracer.engine.chrome.read;
    exports dev.jtracer.engine.chrome.write;
    exports dev.jtracer.engine.pairing;
    exports dev.jtracer.engine.handler;
    exports dev.jtracer.engine.handler.call;
    exports dev.jtracer.engine.handler.counter;
    exports dev.jtracer.engine.handler.density;
    exports dev.jtracer.engine.handler.flow;
    exports dev.jtracer.engine.handler.meta;
    exports dev.jtracer.engine.handler.object;
    exports dev.jtracer.engine.handler.path;
    exports dev.jtracer.engine.handler.request;
    exports dev.jtracer.engine.handler.sample;
    exports dev.jtracer.engine.handler.timing;
    exports dev.jtracer.engine.handler.totals;
    exports dev.jtracer.engine.handler.warning;
    exports dev.jtracer.engine.handler.web;
    exports dev.jtracer.engine.handler.window;
    exports dev.jtracer.engine.model;
    exports dev.jtracer.engine.partial;
    exports dev.jtracer.engine.picture;
    exports dev.jtracer.engine.picture.svg;
    exports dev.jtracer.engine.importer;
    exports dev.jtracer.engine.cut;
    exports dev.jtracer.engine.diff;
    exports dev.jtracer.engine.exporter;
    exports dev.jtracer.engine.exporter.format;
    exports dev.jtracer.engine.report;
    exports dev.jtracer.engine.report.html;
    exports dev.jtracer.engine.report.section;
    exports dev.jtracer.engine.text;

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
