// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.counter;

import dev.jtracer.engine.handler.NumericArgument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The points of one counter during collection, in columns. */
final class CounterColumns {
    /**
     * Limit of series, above that of any real counter. Without it an event of a hostile file could claim a matrix of any
     * size.
     */
    static final int MOST_SERIES = 256;

    private final long pid;
    private final String category;
    private final String name;
    private final List<String> series;
    private long[] tsNanos = new long[4];
    private double[] values;
    private int points;
    private boolean inOrder = true;

    private CounterColumns(long pid, String category, String name, List<String> series) {
        this.pid = pid;
        this.category = category;
        this.name = name;
        this.series = series;
        this.values = new double[tsNanos.length * series.size()];
    }

    /**
     * Returns an empty counter whose series are the first {@link #MOST_SERIES} numbers among the arguments; null if there is
     * no number.
     */
    static @Nullable CounterColumns of(
            long pid, String category, String name, Map<String, @Nullable Object> arguments) {
        List<String> series = new ArrayList<>();
        for (Map.Entry<String, @Nullable Object> argument : arguments.entrySet()) {
            if (series.size() < MOST_SERIES && NumericArgument.of(argument.getValue()) != null) {
                series.add(argument.getKey());
            }
        }
        return series.isEmpty() ? null : new CounterColumns(pid, category, name, series);
    }

    /**
     * Adds the values of one event. A series missing in it is 0.
     *
     * @return the number of its numbers that belong to no series
     */
    int add(long nanos, Map<String, @Nullable Object> arguments) {
        int width = series.size();
        if (points == tsNanos.length) {
            tsNanos = Arrays.copyOf(tsNanos, points * 2);
            values = Arrays.copyOf(values, points * 2 * width);
        }
        inOrder &= points == 0 || tsNanos[points - 1] <= nanos;
        tsNanos[points] = nanos;
        int known = 0;
        for (int i = 0; i < width; i++) {
            Double value = NumericArgument.of(arguments.get(series.get(i)));
            values[points * width + i] = value == null ? 0 : value;
            known += value == null ? 0 : 1;
        }
        points++;
        return known == arguments.size() ? 0 : numbers(arguments) - known;
    }

    private static int numbers(Map<String, @Nullable Object> arguments) {
        int numbers = 0;
        for (Object value : arguments.values()) {
            numbers += NumericArgument.of(value) == null ? 0 : 1;
        }
        return numbers;
    }

    /** Returns the counter with its points in the order of time; points of the same time keep their order. */
    Counters.Counter counter() {
        int width = series.size();
        if (inOrder) {
            return new Counters.Counter(
                    pid, category, name, series, Arrays.copyOf(tsNanos, points), Arrays.copyOf(values, points * width));
        }
        int[] order = IntStream.range(0, points)
                .boxed()
                .sorted(Comparator.comparingLong(point -> tsNanos[point]))
                .mapToInt(Integer::intValue)
                .toArray();
        long[] sortedTimes = new long[points];
        double[] sortedValues = new double[points * width];
        for (int i = 0; i < points; i++) {
            sortedTimes[i] = tsNanos[order[i]];
            System.arraycopy(values, order[i] * width, sortedValues, i * width, width);
        }
        return new Counters.Counter(pid, category, name, series, sortedTimes, sortedValues);
    }
}
