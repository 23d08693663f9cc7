// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import dev.jtracer.engine.text.PlainText;
import java.io.IOException;
import java.io.OutputStream;

/**
 * An exporter of a row for each call, by RFC 4180: CRLF, quotes doubled within quotes. Times are those of the trace,
 * in whole nanoseconds; depth has no limit.
 *
 * <p>Names are plain: control characters are written as {@code \}{@code u000a}, so that a row is a line; and a text
 * that a spreadsheet would evaluate as a formula gets an apostrophe in front, which marks it as text.
 */
final class CsvExporter {
    private static final byte[] HEADER =
            JsonText.bytes("pid,tid,thread,depth,start_ns,duration_ns,self_ns,name,threw,unfinished,args\r\n");
    private static final byte[] COMMA = JsonText.bytes(",");
    private static final byte[] MINUS = JsonText.bytes("-");
    private static final byte[] FLAG = JsonText.bytes("1");
    private static final byte[] NO_FLAG = JsonText.bytes("0");
    private static final byte[] NOTHING = {};
    private static final byte[] LINE_END = JsonText.bytes("\r\n");
    /** Room for four numbers, their signs, two flags and all separators. */
    private static final int NUMBERS_LENGTH = 4 * (RecordBuffer.MAX_NUMBER_LENGTH + 1) + 16;

    private final ExportedTrace trace;
    private final RecordBuffer buffer;
    private final ByIndex<byte[]> names;

    /** Exports a trace, as {@link TraceExporter#export} says. */
    static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        ExportedTrace trace = ExportedTrace.read(source, ExportedTrace.handlersWithArguments(), limits);
        try (OutputStream out = outputs.open(1)) {
            new CsvExporter(trace, out).run();
        }
        trace.losePoints();
        return trace.report(0);
    }

    private CsvExporter(ExportedTrace trace, OutputStream out) {
        this.trace = trace;
        this.buffer = new RecordBuffer(out);
        this.names =
                new ByIndex<>(name -> JsonText.bytes(field(trace.trees().names().get(name))));
    }

    private void run() throws IOException {
        buffer.beginRecord(HEADER.length);
        buffer.put(HEADER);
        for (ThreadRow row : trace.rows()) {
            writeThread(row);
        }
        buffer.flush();
    }

    private void writeThread(ThreadRow row) throws IOException {
        byte[] start = JsonText.bytes(row.pid() + "," + row.calls().tid() + "," + field(row.name()));
        CallCursor calls = trace.callsOfAnyDepth(row, CallCursor.Times.AS_THEY_ARE);
        while (calls.nextBegin()) {
            writeCall(start, calls);
            trace.counts().addCall(trace.trees().flags(calls.call()));
        }
    }

    private void writeCall(byte[] start, CallCursor calls) throws IOException {
        CallTrees trees = trace.trees();
        int call = calls.call();
        byte[] name = names.made(trees.nameIndex(call));
        Args known = trace.args(call);
        byte[] args = known.isEmpty() ? NOTHING : JsonText.bytes(field(JsonText.json(known.asMap())));
        buffer.beginRecord(start.length + name.length + args.length + NUMBERS_LENGTH);
        buffer.put(start);
        putNumber(calls.level());
        putNumber(calls.startNanos());
        putNumber(calls.endNanos() - calls.startNanos());
        putNumber(trees.selfNanos(call));
        put(name);
        put(trees.threw(call) ? FLAG : NO_FLAG);
        put(trees.unfinished(call) ? FLAG : NO_FLAG);
        put(args);
        buffer.put(LINE_END);
    }

    private void put(byte[] field) {
        buffer.put(COMMA);
        buffer.put(field);
    }

    private void putNumber(long number) {
        buffer.put(COMMA);
        if (number < 0) {
            buffer.put(MINUS);
        }
        buffer.putNumber(Math.abs(number));
    }

    /** Returns a text as a field, in quotes where it needs them, and never a formula. */
    static String field(String text) {
        String cell = PlainText.ofCell(text);
        if (cell.startsWith("'") || cell.indexOf('"') >= 0 || cell.indexOf(',') >= 0) {
            cell = '"' + cell.replace("\"", "\"\"") + '"';
        }
        return cell;
    }
}
