// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The column by which the table of methods is sorted, the largest value of the last seconds first. */
enum TopOrder {
    SELF(Comparator.<Window.Method>comparingLong(method -> method.recent().selfNanos())
            .thenComparingLong(method -> method.all().selfNanos())
            .reversed()),
    TOTAL(Comparator.<Window.Method>comparingLong(method -> method.recent().totalNanos())
            .thenComparingLong(method -> method.all().totalNanos())
            .reversed()),
    CALLS(Comparator.<Window.Method>comparingLong(method -> method.recent().calls())
            .thenComparingLong(method -> method.all().calls())
            .reversed()),
    P99(Comparator.<Window.Method>comparingLong(
                    method -> method.recent().durations().percentile(99))
            .thenComparingLong(method -> method.all().durations().percentile(99))
            .reversed()),
    NAME(Comparator.comparing(method -> method.all().name()));

    @SuppressWarnings("ImmutableEnumChecker") // comparators have no state
    private final Comparator<Window.Method> comparator;

    TopOrder(Comparator<Window.Method> comparator) {
        this.comparator = comparator.thenComparing(method -> method.all().name());
    }

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

    List<Window.Method> sort(List<Window.Method> methods) {
        return methods.stream().sorted(comparator).toList();
    }
}
