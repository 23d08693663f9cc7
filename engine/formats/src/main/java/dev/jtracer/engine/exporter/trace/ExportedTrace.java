// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.text.ShortNames;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A parsed trace for exporters, with the counts of the data they have written.
 *
 * @param points everything that is exported besides calls
 * @param rows the threads that have calls
 * @param counts counters of the export in progress
 */
public record ExportedTrace(
        CallTrees trees,
        Meta meta,
        PointEvents points,
        List<ThreadRow> rows,
        TraceLimits limits,
        ExportCounts counts,
        PairingCounts pairing,
        ImportReport input) {
    /* Viewers hold microseconds in a double: up to here, 50 days, it keeps single nanoseconds. */
    private static final long LAST_EXACT_NANOS = 1000L << 42;

    /** Reads a trace for export with its calls, by {@link #handlers} or {@link #handlersWithArguments}. */
    public static ExportedTrace read(TraceSource source, HandlerSet handlers, TraceLimits limits) throws IOException {
        return of(new TraceProcessor(handlers.create()).parse(source), limits);
    }

    /** Prepares a trace, parsed with the {@link #handlers}, for export. */
    public static ExportedTrace of(ParsedTrace trace, TraceLimits limits) {
        ExportedTrace prepared = withSamples(trace, limits);
        prepared.counts.lose(ExportLoss.SAMPLES, prepared.points.samples());
        return prepared;
    }

    /** Prepares a trace, parsed with the {@link #handlers}, for export to a format that has samples. */
    public static ExportedTrace withSamples(ParsedTrace trace, TraceLimits limits) {
        CallTrees trees = trace.data(ThreadsHandler.class);
        Meta meta = trace.data(MetaHandler.class);
        PointEvents all = trace.data(PointEventsHandler.class);
        List<ThreadRow> rows = ThreadRow.of(trees, meta);
        PointEvents points = all.placed(rows, firstNanos(all, meta), lastNanos(all, meta));
        ExportCounts counts = new ExportCounts();
        counts.lose(ExportLoss.OTHER_KIND, points.otherKinds());
        return new ExportedTrace(trees, meta, points, rows, limits, counts, trace.pairing(), trace.report());
    }

    private static long firstNanos(PointEvents points, Meta meta) {
        return points.startNanos() == Long.MAX_VALUE ? meta.startNanos() : points.startNanos();
    }

    private static long lastNanos(PointEvents points, Meta meta) {
        return points.endNanos() == Long.MIN_VALUE ? meta.endNanos() : points.endNanos();
    }

    /** Returns the handlers of a format that has calls without arguments. */
    public static HandlerSet handlers() {
        return HandlerSet.of(ThreadsHandler::new, PointEventsHandler::new);
    }

    /** Returns the handlers of a format that has calls with arguments. */
    public static HandlerSet handlersWithArguments() {
        return HandlerSet.of(ThreadsHandler::withDetails, PointEventsHandler::new);
    }

    /** Returns the earliest time exported. The recording began earlier, when nothing was recorded yet. */
    public long startNanos() {
        return firstNanos(points, meta);
    }

    public long endNanos() {
        return lastNanos(points, meta);
    }

    /** Returns the offset to subtract from times for viewers that need exact and non-negative ones. */
    public long shiftNanos() {
        return shiftNanos(startNanos(), endNanos());
    }

    /** Returns the offset to subtract from times between these two. */
    public static long shiftNanos(long startNanos, long endNanos) {
        return startNanos >= 0 && endNanos <= LAST_EXACT_NANOS ? 0 : startNanos;
    }

    /** Returns a cursor over a row that drops the calls beyond the limits. */
    public CallCursor calls(ThreadRow row, CallCursor.Times times) {
        return cursor(row, limits.mostCalls(), times, counts);
    }

    /** Returns a cursor over a row without a limit on depth. */
    public CallCursor callsOfAnyDepth(ThreadRow row, CallCursor.Times times) {
        return cursor(row, Integer.MAX_VALUE, times, counts);
    }

    /** Returns a cursor like that of {@link #calls}, for a first pass: it counts no losses. */
    public CallCursor uncounted(ThreadRow row, CallCursor.Times times) {
        return cursor(row, limits.mostCalls(), times, new ExportCounts());
    }

    private CallCursor cursor(ThreadRow row, int maxDepth, CallCursor.Times times, ExportCounts counts) {
        return new CallCursor(trees, row.calls().firstRoot(), maxDepth, limits.minNanos(), times, counts);
    }

    /**
     * Returns the arguments of a call without its flags, with the pass site of a callback, and with the parts of the
     * name of a request or a statement.
     */
    public Args args(int call) {
        Args args = trees.args(call);
        int nameIndex = trees.nameIndex(call);
        String site = trees.names().site(nameIndex);
        Map<String, Object> context =
                trees.names().kind(nameIndex).arguments(trees.names().get(nameIndex));
        if (args.isEmpty() && site.isEmpty() && context.isEmpty()) {
            return args;
        }
        if (args.asMap().keySet().containsAll(context.keySet())) {
            context = Map.of();
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>(context);
        members.putAll(args.asMap());
        boolean changed = !context.isEmpty();
        changed |= members.entrySet().removeIf(member -> SpanWords.isFlag(member.getKey(), member.getValue()));
        if (trees.names().kind(nameIndex) != NameKind.METHOD) {
            changed |= members.remove(TraceWords.KIND) != null;
        }
        if (!site.isEmpty()) {
            changed |= members.put(TraceWords.SITE, site) == null;
        }
        return changed ? Args.of(members) : args;
    }

    /** Returns whether a call takes no time and stands for a callback that was passed. */
    public boolean isPoint(int call) {
        return (trees.flags(call) & SpanFlags.PASS) != 0 && trees.startNanos(call) == trees.endNanos(call);
    }

    /** Counts the losses of a format that has calls, or calls and samples, only. */
    public void losePoints() {
        counts.lose(ExportLoss.NO_PLACE, points.size());
    }

    public UnaryOperator<String> names(NameForm form) {
        StringTable names = trees.names();
        return form == NameForm.FULL
                ? UnaryOperator.identity()
                : new ShortNames(
                        IntStream.range(0, names.size()).mapToObj(names::get).toList());
    }

    public ExportReport report(long shiftNanos) {
        return counts.report(shiftNanos, pairing, input);
    }

    /** Returns the categories of an index, never empty: viewers key rows by them. */
    public static String category(CallTrees trees, int categoryIndex) {
        String category = trees.categoryName(categoryIndex);
        return category.isEmpty() ? TraceWords.JAVA : category;
    }
}
