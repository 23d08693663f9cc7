// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.request;

import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A handler that counts the statements of each root call and of each served request, on the thread of the call, and
 * finds the innermost call that made the same statement most often: there is the loop.
 *
 * <pre>
 *   OrderTest.lists                              4 statements, 3 times that of items in Orders.list
 *     HTTP GET /orders                           the same
 *       Orders.list                              3 times that of items
 *         SQL SELECT * FROM orders
 *         Orders.items                           once
 *           SQL SELECT * FROM items WHERE order_id = ?
 *         Orders.items
 *           SQL SELECT * FROM items WHERE order_id = ?
 *         Orders.items
 *           SQL SELECT * FROM items WHERE order_id = ?
 * </pre>
 */
public final class StatementsHandler extends CollectingHandler<Statements> implements SpanHandler<Statements> {
    /** Statements retained of a call that goes on. A program's only loop may make millions. */
    static final int MOST_RETAINED = 1 << 16;

    private static final int UNKNOWN = -1;

    /** A statement that was made within a call that goes on; once for all that ended calls within it made. */
    private static final class Made {
        final int statement;
        final long startNanos;
        /** Number of times that the open calls made it; an ended call counts once. */
        long times = 1;
        /** Number of times that it was made, within ended calls too. */
        long count = 1;
        /** The most that one ended call made it, and that call. */
        long repeated = 1;

        int repeatedIn = UNKNOWN;

        Made(int statement, long startNanos) {
            this.statement = statement;
            this.startNanos = startNanos;
        }

        void add(Made later) {
            times += later.times;
            count += later.count;
            if (later.repeated > repeated) {
                repeated = later.repeated;
                repeatedIn = later.repeatedIn;
            }
        }

        void endIn(int call) {
            if (times > repeated) {
                repeated = times;
                repeatedIn = call;
            }
            times = 1;
        }
    }

    /** By track, what its open calls made, by the time of the first. */
    private final Map<Integer, List<Made>> tracks = new HashMap<>();

    private final Map<String, Statements.Row> rows = new HashMap<>();

    public StatementsHandler() {}

    @Override
    public void handleSpan(Span span) {
        boolean hasNoEnd = span.unfinished() && span.depth() > 0; // it would take what calls after it made
        if ((span.flags() & SpanFlags.PASS) != 0 || hasNoEnd) {
            return;
        }
        NameKind kind = context().names().kind(span.nameIndex());
        if (kind == NameKind.STATEMENT) {
            if (span.depth() > 0) {
                add(new Made(span.nameIndex(), span.startNanos()), span.track());
            }
            return;
        }
        List<Made> made = tracks.get(span.track());
        if (made != null && !made.isEmpty() && made.get(made.size() - 1).startNanos >= span.startNanos()) {
            end(span, kind, made);
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        StringTable names = context().names();
        List<Made> made = tracks.get(batch.track());
        for (int i = 0, size = batch.size(); i < size; i++) {
            if (made != null && !made.isEmpty() || names.kind(batch.nameIndex(i)) == NameKind.STATEMENT) {
                handleSpan(batch.span(i));
                made = made == null ? tracks.get(batch.track()) : made;
            }
        }
    }

    private void add(Made statement, int track) {
        List<Made> made = tracks.computeIfAbsent(track, key -> new ArrayList<>());
        if (made.size() == MOST_RETAINED) {
            List<Made> older = made.subList(0, MOST_RETAINED / 2);
            join(older);
            if (older.size() > MOST_RETAINED / 4) { // nearly a text each: all count, none is repeated
                Made first = older.get(0);
                List<Made> others = older.subList(1, older.size());
                others.forEach(other -> first.count += other.count);
                others.clear();
            }
        }
        made.add(statement);
    }

    /** Replaces statements by one for each text. */
    private static Collection<Made> join(List<Made> made) {
        if (made.size() == 1) {
            return made;
        }
        Map<Integer, Made> joined = new LinkedHashMap<>();
        for (Made next : made) {
            Made first = joined.putIfAbsent(next.statement, next);
            if (first != null) {
                first.add(next);
            }
        }
        made.clear();
        made.addAll(joined.values());
        return joined.values();
    }

    private void end(Span call, NameKind kind, List<Made> made) {
        int first = made.size();
        while (first > 0 && made.get(first - 1).startNanos >= call.startNanos()) {
            first--;
        }
        Collection<Made> within = join(made.subList(first, made.size()));
        within.forEach(statement -> statement.endIn(call.nameIndex()));
        if (call.depth() == 0 || kind.isRequest() && !kind.isSent()) {
            count(call, within);
        }
        if (call.depth() == 0) {
            made.clear();
        }
    }

    private void count(Span call, Collection<Made> within) {
        StringTable names = context().names();
        long statements = 0;
        Made most = within.iterator().next();
        for (Made made : within) {
            statements += made.count;
            most = made.repeated > most.repeated ? made : most;
        }
        int repeatedIn = most.repeatedIn == UNKNOWN ? call.nameIndex() : most.repeatedIn;
        Statements.Row row = new Statements.Row(
                names.get(call.nameIndex()),
                1,
                statements,
                statements,
                most.repeated,
                names.get(repeatedIn),
                names.get(most.statement));
        rows.merge(row.name(), row, Statements.Row::plus);
    }

    @Override
    protected Statements result() {
        return new Statements(rows.values().stream()
                .sorted(Comparator.comparingLong(Statements.Row::most)
                        .thenComparingLong(Statements.Row::total)
                        .reversed()
                        .thenComparing(Statements.Row::name))
                .toList());
    }
}
