// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.chrome.write.TraceLimits;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.pairing.PairingCounts;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What exporters need of a parsed trace, and what they have written of it so far. */
final class ExportedTrace {
    /* Viewers hold microseconds in a double: up to here, 50 days, it keeps single nanoseconds. */
    private static final long LAST_EXACT_NANOS = 1000L << 42;

    /** Arguments that are told as flags of a call. */
    private static final Set<String> FLAGS = Set.of(
            TraceWords.THREW,
            TraceWords.UNFINISHED,
            TraceWords.CONTINUED,
            TraceWords.CALLBACK,
            TraceWords.PASSING,
            TraceWords.AMBIGUOUS);

    final CallTrees trees;
    final Meta meta;
    final PointEvents points;
    final List<ThreadRow> rows;
    final TraceLimits limits;
    final ExportCounts counts = new ExportCounts();
    private final ImportReport input;
    final PairingCounts pairing;
    private final @Nullable ThreadRow[] rowsByTrack;

    ExportedTrace(ParsedTrace trace, TraceLimits limits) {
        this.trees = trace.data(ThreadsHandler.class);
        this.meta = trace.data(MetaHandler.class);
        this.points = trace.data(PointEventsHandler.class);
        this.rows = ThreadRow.of(trees, meta);
        this.limits = limits;
        this.input = trace.report();
        this.pairing = trace.pairing();
        this.rowsByTrack = byTrack(rows);
        counts.lose(ExportLoss.OTHER_KIND, points.otherKinds());
    }

    private static @Nullable ThreadRow[] byTrack(List<ThreadRow> rows) {
        int tracks =
                rows.stream().mapToInt(row -> row.calls().track() + 1).max().orElse(0);
        @Nullable ThreadRow[] byTrack = new ThreadRow[tracks];
        for (ThreadRow row : rows) {
            byTrack[row.calls().track()] = row;
        }
        return byTrack;
    }

    /** Returns the row of a track; null for one without calls. */
    @Nullable
    ThreadRow row(int track) {
        return track < rowsByTrack.length ? rowsByTrack[track] : null;
    }

    /** Returns the handlers of a format that tells calls, but not their arguments. */
    static List<EventHandler<?>> handlers() {
        return List.of(new MetaHandler(), new ThreadsHandler(), new PointEventsHandler());
    }

    /** Returns the handlers of a format that tells calls with their arguments. */
    static List<EventHandler<?>> handlersWithArguments() {
        return List.of(
                new MetaHandler(),
                new ThreadsHandler(EnumSet.of(ThreadsHandler.Keep.DETAILS)),
                new PointEventsHandler());
    }

    /** Returns the time of the first thing exported: a page's trace starts, by its own account, after things that are in it. */
    long startNanos() {
        return Math.min(meta.startNanos(), points.startNanos());
    }

    /** Returns the time of the last thing exported. */
    long endNanos() {
        return Math.max(meta.endNanos(), points.endNanos());
    }

    /** Returns what to subtract from times where viewers need exact ones that are not negative. */
    long shiftNanos() {
        return shiftNanos(startNanos(), endNanos());
    }

    /** Returns what to subtract from times between these two. */
    static long shiftNanos(long startNanos, long endNanos) {
        return startNanos >= 0 && endNanos <= LAST_EXACT_NANOS ? 0 : startNanos;
    }

    /** Returns a cursor over a row that leaves out what lies beyond the limits. */
    CallCursor calls(ThreadRow row, CallCursor.Times times) {
        return cursor(row, limits.maxDepth(), times, counts);
    }

    /** Returns a cursor over a row that goes as deep as the trace. */
    CallCursor callsOfAnyDepth(ThreadRow row, CallCursor.Times times) {
        return cursor(row, Integer.MAX_VALUE, times, counts);
    }

    /** Returns a cursor as {@link #calls} gives it, for a look ahead: what it leaves out is not counted. */
    CallCursor uncounted(ThreadRow row, CallCursor.Times times) {
        return cursor(row, limits.maxDepth(), times, new ExportCounts());
    }

    private CallCursor cursor(ThreadRow row, int maxDepth, CallCursor.Times times, ExportCounts counts) {
        return new CallCursor(trees, row.calls().firstRoot(), maxDepth, limits.minNanos(), times, counts);
    }

    /** Returns the arguments of a call without its flags. */
    Args args(int call) {
        Args args = trees.args(call);
        if (args.isEmpty() || Collections.disjoint(args.asMap().keySet(), FLAGS)) {
            return args;
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>(args.asMap());
        members.entrySet().removeIf(member -> isFlag(member.getKey(), member.getValue()));
        return Args.of(members);
    }

    /** Whether an argument is told as a flag of its call. */
    static boolean isFlag(String name, @Nullable Object value) {
        return Boolean.TRUE.equals(value) && FLAGS.contains(name);
    }

    /** Counts what a format that has calls only leaves out. */
    void losePoints() {
        counts.lose(ExportLoss.NO_PLACE, points.size());
    }

    /** Returns the report on an export that is complete. */
    ExportReport report(long shiftNanos) {
        return counts.report(shiftNanos, pairing, input);
    }

    /** Returns the categories of a call, never empty: viewers key rows by them. */
    static String category(CallTrees trees, int call) {
        String category = call == CallTrees.NONE ? "" : trees.category(call);
        return category.isEmpty() ? TraceWords.JAVA : category;
    }
}
