// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.live.LiveSnapshot.MethodCounts;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The column by which the table of methods is sorted, the largest value of the last seconds first. */
enum TopOrder {
    SELF,
    TOTAL,
    CALLS,
    P99,
    NAME;

    /** Returns the order with a name in lower case, for example {@code self}. */
    static Optional<TopOrder> find(String name) {
        return List.of(values()).stream()
                .filter(order -> order.text().equals(name))
                .findFirst();
    }

    /** Returns the order whose name begins with a key. */
    static Optional<TopOrder> ofKey(int key) {
        return List.of(values()).stream()
                .filter(order -> order.text().charAt(0) == key)
                .findFirst();
    }

    /** Returns the name that {@link #find} accepts. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<Window.Counts<MethodCounts>> sort(List<Window.Counts<MethodCounts>> methods) {
        return methods.stream()
                .sorted(comparator().thenComparing(method -> method.all().name()))
                .toList();
    }

    // Made when it is needed, because a lambda of each order would delay the start of every command.
    private Comparator<Window.Counts<MethodCounts>> comparator() {
        return switch (this) {
            case SELF -> largestFirst(MethodCounts::selfNanos);
            case TOTAL -> largestFirst(MethodCounts::totalNanos);
            case CALLS -> largestFirst(MethodCounts::calls);
            case P99 -> largestFirst(counts -> counts.durations().percentile(99));
            case NAME -> Comparator.comparing(method -> method.all().name());
        };
    }

    private static Comparator<Window.Counts<MethodCounts>> largestFirst(ToLongFunction<MethodCounts> figure) {
        return Comparator.<Window.Counts<MethodCounts>>comparingLong(method -> figure.applyAsLong(method.recent()))
                .thenComparingLong(method -> figure.applyAsLong(method.all()))
                .reversed();
    }
}
