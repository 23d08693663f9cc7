// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.format.ExportFormat;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A file that an exporter has made, and what it says about it. */
final class Exported {
    private final byte[] file;
    private final ExportReport report;

    Exported(byte[] file, ExportReport report) {
        this.file = file;
        this.report = report;
    }

    static Exported of(String format, String json) throws IOException {
        return of(format, json, TraceLimits.DEFAULT);
    }

    static Exported of(String format, String json, TraceLimits limits) throws IOException {
        return of(format(format), json, limits);
    }

    private static Exported of(ExportFormat format, String json, TraceLimits limits) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChromeTraceReader reader =
                new ChromeTraceReader("trace.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
        ExportReport report = format.export(reader, part -> out, limits);
        return new Exported(out.toByteArray(), report);
    }

    /** Exports a trace with short names. */
    static Exported shortNames(String format, String json) throws IOException {
        return of(ExportFormat.find(format).orElseThrow(), json, TraceLimits.DEFAULT);
    }

    /** Returns a format with full names, which need no comparison by package. */
    static ExportFormat format(String format) {
        return ExportFormat.find(format).orElseThrow().withNames(NameForm.FULL);
    }

    byte[] file() {
        return file;
    }

    ExportReport report() {
        return report;
    }

    String text() {
        return new String(file, StandardCharsets.UTF_8);
    }

    /** The calls of the file, which must be in Chrome's format, thread by thread, outer ones first. */
    List<CallRow> imported() throws IOException {
        ChromeTraceReader reader = new ChromeTraceReader("trace.json", new ByteArrayInputStream(file));
        ParsedTrace trace =
                new TraceProcessor(HandlerSet.of(ThreadsHandler::new).create()).parse(reader);
        CallTrees trees = trace.data(ThreadsHandler.class);
        List<CallRow> rows = new ArrayList<>();
        for (CallTrees.ThreadCalls thread : trees.threads()) {
            addRows(thread.name(), trees, thread.firstRoot(), rows);
        }
        return rows;
    }

    private static void addRows(String thread, CallTrees trees, int first, List<CallRow> rows) {
        for (int call = first; call != CallTrees.NONE; call = trees.nextSibling(call)) {
            rows.add(new CallRow(
                    thread,
                    trees.depth(call),
                    trees.name(call),
                    trees.startNanos(call),
                    trees.endNanos(call),
                    trees.threw(call),
                    trees.unfinished(call)));
            addRows(thread, trees, trees.firstChild(call), rows);
        }
    }
}
