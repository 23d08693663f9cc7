// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.meta.RecordingsHandler;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An exporter to OTLP/JSON, a line for each {@value #SPANS_A_LINE} spans, as OpenTelemetry's collector reads files. A
 * call is a span; {@link SpanIds} tells its trace and its parent. A pass is the link of its runs to the call that
 * passed the callback.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding">OTLP, JSON encoding</a>
 */
final class OtlpExporter {
    private static final int SPANS_A_LINE = 1000;
    private static final int ERROR = 2;
    private static final Pattern SPAN_ID = Pattern.compile("[0-9a-f]{16}");
    private static final int FIRST_SERVER_ERROR = 500;

    /** Names of the semantic conventions for arguments of requests and statements; others get a prefix. */
    private static final Map<String, String> CONVENTIONS = Map.of(
            "method",
            "http.request.method",
            "path",
            "http.route",
            TraceWords.STATUS,
            "http.response.status_code",
            "sql",
            "db.query.text");

    private final ExportedTrace trace;
    private final CallTrees trees;
    private final Map<Long, Args> settings;
    private final UnaryOperator<String> names;
    private final long epochNanos;
    private final SpanIds ids;
    private final OutputStream out;
    private final List<Map<String, Object>> spans = new ArrayList<>();
    private long lines;

    /** Exports a trace, as {@link TraceExporter#export} says. */
    static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        HandlerSet handlers = ExportedTrace.handlersWithArguments().and(RecordingsHandler::new);
        ParsedTrace parsed = new TraceProcessor(handlers.create()).parse(source);
        ExportedTrace trace = ExportedTrace.of(parsed, limits);
        Args facts = trace.meta().facts().getOrDefault(TraceWords.RECORDING, Args.EMPTY);
        Number start = facts.number(TraceWords.START_EPOCH_MICROS);
        long epochMicros = start == null ? -1 : start.longValue();
        boolean timed = epochMicros >= 0 && epochMicros <= TraceWords.MOST_EPOCH_MICROS;
        long shiftNanos = timed ? 0 : trace.shiftNanos();
        long epochNanos = timed ? epochMicros * 1000 : -shiftNanos;
        try (OutputStream out = outputs.open(1)) {
            new OtlpExporter(trace, parsed, trace.names(form), epochNanos, out).run();
        }
        long points = trace.points().events().stream()
                .filter(event -> !PointEvents.isFact(event))
                .count();
        trace.counts().lose(ExportLoss.NO_PLACE, points);
        trace.counts().lose(ExportLoss.HALF_ARROW, trace.points().halfArrows());
        return trace.report(shiftNanos);
    }

    private OtlpExporter(
            ExportedTrace trace, ParsedTrace parsed, UnaryOperator<String> names, long epochNanos, OutputStream out) {
        this.trace = trace;
        this.trees = trace.trees();
        this.settings = parsed.data(RecordingsHandler.class).recordings().stream()
                .collect(Collectors.toMap(Recordings.Recording::pid, Recordings.Recording::settings));
        this.names = names;
        this.epochNanos = epochNanos;
        this.ids = new SpanIds(trace, epochNanos);
        this.out = out;
    }

    private void run() throws IOException {
        ThreadRow before = null;
        for (ThreadRow row : trace.rows()) {
            if (before != null && before.pid() != row.pid()) {
                writeLine(before.pid());
            }
            before = row;
            CallCursor calls = trace.calls(row, CallCursor.Times.AS_THEY_ARE);
            while (calls.nextBegin()) {
                int flags = trees.flags(calls.call());
                trace.counts().addCall(flags);
                if ((flags & (SpanFlags.FLOW_IN | SpanFlags.CALLBACK)) == SpanFlags.FLOW_IN) {
                    trace.counts().lose(ExportLoss.NO_PLACE); // an arrow of another tool
                }
                if (!trace.isPoint(calls.call())) { // else a link of the callback's runs
                    spans.add(span(row, calls.call()));
                    if (spans.size() == SPANS_A_LINE) {
                        writeLine(row.pid());
                    }
                }
            }
        }
        if (before != null) {
            writeLine(before.pid());
        }
        if (lines == 0) {
            write(List.of());
        }
    }

    private void writeLine(long pid) throws IOException {
        if (spans.isEmpty()) {
            return;
        }
        Map<String, Object> scope = object("scope", Map.of("name", "jtracer"), "spans", spans);
        Map<String, Object> resource = Map.of("attributes", resource(pid));
        Map<String, Object> all = object("resource", resource, "scopeSpans", List.of(scope));
        write(List.of(all));
        spans.clear();
    }

    private void write(List<Object> resources) throws IOException {
        out.write(JsonText.value(Map.of("resourceSpans", resources)));
        out.write('\n');
        lines++;
    }

    private List<Object> resource(long pid) {
        Meta meta = trace.meta();
        Args known = settings.getOrDefault(pid, Args.EMPTY);
        String service = known.text(TraceWords.SERVICE);
        String process = meta.process(pid).name();
        List<Object> attributes = new ArrayList<>();
        attribute(attributes, "service.name", service != null ? service : process.isEmpty() ? null : process);
        attribute(attributes, "service.version", known.text(TraceWords.SERVICE_VERSION));
        attribute(attributes, "host.name", known.text(TraceWords.HOST));
        attribute(attributes, "process.pid", pid);
        return attributes;
    }

    private Map<String, Object> span(ThreadRow row, int call) {
        int nameIndex = trees.nameIndex(call);
        NameKind kind = trees.names().kind(nameIndex);
        Map<String, @Nullable Object> args =
                new LinkedHashMap<>(trace.args(call).asMap());
        if (ids.requestId(call) != null) {
            args.remove(TraceWords.TRACE_ID);
        }
        String around = kind == NameKind.REQUEST ? trace.args(call).text(TraceWords.PARENT_SPAN_ID) : null;
        if (around != null && SPAN_ID.matcher(around).matches()) {
            args.remove(TraceWords.PARENT_SPAN_ID);
        } else {
            around = null;
        }
        Map<String, Object> span = new LinkedHashMap<>();
        span.put("traceId", ids.traceId(call));
        span.put("spanId", ids.spanId(call));
        int parent = ids.parent(call);
        if (parent != CallTrees.NONE) {
            span.put("parentSpanId", ids.spanId(parent));
        } else if (around != null) {
            span.put("parentSpanId", around);
        }
        span.put("name", names.apply(trees.name(call)));
        span.put("kind", kind == NameKind.REQUEST ? 2 : kind == NameKind.METHOD || kind.isLater() ? 1 : 3);
        span.put("startTimeUnixNano", time(trees.startNanos(call)));
        span.put("endTimeUnixNano", time(trees.endNanos(call)));
        List<Object> attributes = new ArrayList<>();
        attribute(attributes, "thread.id", row.calls().tid());
        attribute(attributes, "thread.name", row.name());
        if (kind == NameKind.METHOD && (trees.flags(call) & SpanFlags.CALLBACK) == 0) {
            attribute(attributes, "code.function.name", trees.name(call));
        }
        attribute(attributes, "jtracer.unfinished", trees.unfinished(call) ? true : null);
        args.forEach((key, value) -> attribute(
                attributes,
                kind == NameKind.METHOD ? "jtracer." + key : CONVENTIONS.getOrDefault(key, "jtracer." + key),
                value));
        span.put("attributes", attributes);
        int passer = ids.passer(call);
        if (passer != CallTrees.NONE) {
            span.put("links", List.of(object("traceId", ids.traceId(passer), "spanId", ids.spanId(passer))));
        }
        boolean failed = args.get(TraceWords.STATUS) instanceof Number status
                && kind.isRequest()
                && status.intValue() >= FIRST_SERVER_ERROR;
        if (trees.threw(call) || failed) {
            span.put("status", Map.of("code", ERROR));
        }
        return span;
    }

    private String time(long nanos) {
        return Long.toString(Math.max(0, epochNanos + nanos));
    }

    /** Returns an object with its members in their order, which is that of the file. */
    private static Map<String, Object> object(String first, Object value, String second, Object other) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(first, value);
        object.put(second, other);
        return object;
    }

    /** Adds an attribute unless its value is unknown. The protocol writes whole numbers as text. */
    private static void attribute(List<Object> attributes, String key, @Nullable Object value) {
        if (value == null) {
            return;
        }
        Map<String, Object> typed;
        if (value instanceof Long || value instanceof Integer) {
            typed = Map.of("intValue", value.toString());
        } else if (value instanceof Boolean) {
            typed = Map.of("boolValue", value);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            typed = Map.of("doubleValue", value);
        } else {
            typed = Map.of("stringValue", value instanceof String text ? text : JsonText.json(value));
        }
        attributes.add(object("key", key, "value", typed));
    }
}
