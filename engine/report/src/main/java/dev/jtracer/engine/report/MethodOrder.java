// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.totals.Functions;
import java.util.ArrayList;
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
        return List.of(values()).stream()
                .filter(order -> order.text().equals(name))
                .findFirst();
    }

    /** Returns the name that {@link #find} takes. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the rows in this order. */
    public List<Functions.Row> sort(List<Functions.Row> rows) {
        List<Functions.Row> sorted = new ArrayList<>(rows);
        sorted.sort(new Comparator<>() {
            @Override
            public int compare(Functions.Row one, Functions.Row other) {
                int byColumn = -compareColumn(one, other);
                return byColumn != 0 ? byColumn : one.name().compareTo(other.name());
            }
        });
        return sorted;
    }

    /* By the name: of a switch by the constant javac 17 makes one more class, which the stop would load. */
    private int compareColumn(Functions.Row one, Functions.Row other) {
        return switch (name()) {
            case "SELF" -> Long.compare(one.selfNanos(), other.selfNanos());
            case "TOTAL" -> Long.compare(one.outermostNanos(), other.outermostNanos());
            case "CALLS" -> Long.compare(one.calls().count(), other.calls().count());
            case "AVG" ->
                Double.compare(one.calls().averageNanos(), other.calls().averageNanos());
            case "P99" -> Long.compare(one.percentileNanos(99), other.percentileNanos(99));
            case "MAX" -> Long.compare(one.calls().maxNanos(), other.calls().maxNanos());
            default -> 0;
        };
    }
}
