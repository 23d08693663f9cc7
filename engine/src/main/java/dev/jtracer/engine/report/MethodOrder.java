// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.totals.Functions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The column by which a table of methods is sorted, the largest value first. */
public enum MethodOrder {
    SELF,
    TOTAL,
    CALLS,
    AVG,
    P99,
    MAX,
    NAME;

    /** Returns the order with a name in lower case, for example {@code self}. */
    public static Optional<MethodOrder> find(String name) {
        for (MethodOrder order : values()) {
            if (order.text().equals(name)) {
                return Optional.of(order);
            }
        }
        return Optional.empty();
    }

    /** Returns the name that {@link #find} takes. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the rows in this order. */
    public List<Functions.Row> sort(List<Functions.Row> rows) {
        return rows.stream()
                .sorted(comparator().thenComparing(Functions.Row::name))
                .toList();
    }

    // Made when it is needed, because a lambda of each order would delay the start of every command.
    private Comparator<Functions.Row> comparator() {
        return switch (this) {
            case SELF -> Comparator.comparingLong(Functions.Row::selfNanos).reversed();
            case TOTAL ->
                Comparator.<Functions.Row>comparingLong(row -> row.calls().totalNanos())
                        .reversed();
            case CALLS ->
                Comparator.<Functions.Row>comparingLong(row -> row.calls().count())
                        .reversed();
            case AVG ->
                Comparator.<Functions.Row>comparingDouble(row -> row.calls().averageNanos())
                        .reversed();
            case P99 ->
                Comparator.<Functions.Row>comparingLong(row -> row.durations().percentile(99))
                        .reversed();
            case MAX ->
                Comparator.<Functions.Row>comparingLong(row -> row.calls().maxNanos())
                        .reversed();
            case NAME -> Comparator.comparing(Functions.Row::name);
        };
    }
}
