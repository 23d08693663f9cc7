// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Traces as short text, and results as small tables. */
public final class TraceText {
    private TraceText() {}

    /**
     * JSON of events written one a line as {@code PHASE WHERE MICROS NAME [MEMBERS]}. {@code WHERE} is the thread, or for
     * b, n and e the id; {@code P:WHERE} adds the process, which is 1 otherwise. {@code MEMBERS} is more JSON.
     */
    public static String json(String lines) {
        StringBuilder json = new StringBuilder("[\n");
        for (String line : lines.strip().split("\n")) {
            String[] column = line.strip().split(" +", 5);
            String[] where = column[1].contains(":") ? column[1].split(":") : new String[] {"1", column[1]};
            boolean async = "bne".contains(column[0]);
            json.append("{\"ph\":\"").append(column[0]).append("\",\"pid\":").append(where[0]);
            json.append(async ? ",\"cat\":\"java\",\"tid\":1,\"id\":\"" + where[1] + "\"" : ",\"tid\":" + where[1]);
            json.append(",\"ts\":").append(column[2]);
            if (column.length > 3 && !column[3].equals("-")) {
                json.append(",\"name\":\"").append(column[3]).append('"');
            }
            json.append(column.length > 4 ? "," + column[4] : "").append("},\n");
        }
        return json.append("]").toString();
    }

    public static ParsedTrace parse(String json) throws IOException {
        return parse(json.getBytes(StandardCharsets.UTF_8));
    }

    public static ParsedTrace parse(byte[] file) throws IOException {
        return parse(new ChromeTraceReader("trace.json", new ByteArrayInputStream(file)));
    }

    public static ParsedTrace parse(ChromeTraceReader reader) throws IOException {
        return new TraceProcessor(
                        List.<EventHandler<?>>of(new ThreadsHandler(), new FunctionsHandler(), new MetaHandler()))
                .parse(reader);
    }

    /** The totals, a function a line, times in microseconds. */
    public static String table(Functions functions) {
        StringBuilder table = new StringBuilder();
        for (Functions.Row row : functions.rows()) {
            table.append(String.format(
                    Locale.ROOT,
                    "%s count %d min %s avg %s max %s self %s threw %d unfinished %d%n",
                    row.name(),
                    row.count(),
                    micros(row.minNanos()),
                    micros(Math.round(row.averageNanos())),
                    micros(row.maxNanos()),
                    micros(row.selfNanos()),
                    row.threw(),
                    row.unfinished()));
        }
        return table.toString();
    }

    /** The call trees, a call a line, indented by its depth, times in microseconds. */
    public static String tree(CallTrees trees) {
        StringBuilder text = new StringBuilder();
        for (CallTrees.ThreadCalls thread : trees.threads()) {
            text.append(thread.name()).append('\n');
            appendCalls(trees, thread.firstRoot(), text);
        }
        return text.toString();
    }

    private static void appendCalls(CallTrees trees, int first, StringBuilder text) {
        for (int call = first; call != CallTrees.NONE; call = trees.nextSibling(call)) {
            text.append("  ".repeat(trees.depth(call) + 1)).append(trees.name(call));
            text.append(' ').append(micros(trees.startNanos(call)));
            text.append("..").append(micros(trees.endNanos(call)));
            text.append(" self ").append(micros(trees.selfNanos(call)));
            text.append(trees.threw(call) ? " threw" : "").append(trees.unfinished(call) ? " unfinished" : "");
            text.append('\n');
            appendCalls(trees, trees.firstChild(call), text);
        }
    }

    private static String micros(long nanos) {
        return BigDecimal.valueOf(nanos, 3).stripTrailingZeros().toPlainString();
    }
}
