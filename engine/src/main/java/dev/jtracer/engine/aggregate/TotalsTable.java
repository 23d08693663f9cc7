// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.event.SpanFlags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Totals by the name of the function, and the names themselves as dense numbers. */
final class TotalsTable {
    private static final int NOT_CALLS = SpanFlags.PASSING | SpanFlags.CALLBACK;

    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private @Nullable FunctionTotal[] totals = new FunctionTotal[16];
    long unmatchedBegins;
    long unmatchedEnds;

    /** Returns the number of a name, which is added if it is new. */
    int id(String name) {
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        int id = names.size();
        names.add(name);
        ids.put(name, id);
        if (id == totals.length) {
            totals = Arrays.copyOf(totals, id * 2);
        }
        return id;
    }

    String name(int id) {
        return names.get(id);
    }

    List<String> names() {
        return names;
    }

    @Nullable
    FunctionTotal total(int id) {
        return totals[id];
    }

    /** Adds a complete span. Passings and runs of callbacks are no calls of a function. */
    void add(int id, long durationNanos, long selfNanos, int flags) {
        if ((flags & NOT_CALLS) == 0) {
            totalOf(id).add(durationNanos, selfNanos, flags);
        }
    }

    void add(int id, FunctionTotal total) {
        totalOf(id).add(total);
    }

    private FunctionTotal totalOf(int id) {
        FunctionTotal total = totals[id];
        if (total == null) {
            total = new FunctionTotal();
            totals[id] = total;
        }
        return total;
    }

    /**
     * Adds another table, which is not changed.
     *
     * @return for each number of a name there its number here
     */
    int[] add(TotalsTable other) {
        int[] idsHere = new int[other.names.size()];
        for (int i = 0; i < idsHere.length; i++) {
            idsHere[i] = id(other.names.get(i));
            FunctionTotal total = other.totals[i];
            if (total != null) {
                add(idsHere[i], total);
            }
        }
        unmatchedBegins = Saturated.sum(unmatchedBegins, other.unmatchedBegins);
        unmatchedEnds = Saturated.sum(unmatchedEnds, other.unmatchedEnds);
        return idsHere;
    }

    List<FunctionStatistics.Row> rows() {
        List<FunctionStatistics.Row> rows = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            FunctionTotal total = totals[i];
            if (total != null) {
                rows.add(total.row(names.get(i)));
            }
        }
        rows.sort(Comparator.comparingDouble(FunctionStatistics.Row::averageNanos)
                .reversed()
                .thenComparing(FunctionStatistics.Row::name));
        return rows;
    }
}
