// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.counter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The counters of a trace, in the order of their first events. Immutable.
 *
 * @param counters the counters
 * @param withoutNumbers counter events omitted because none of their arguments is a number
 * @param unknownSeries numbers omitted because the first event of their counter does not have their series
 */
public record Counters(List<Counter> counters, long withoutNumbers, long unknownSeries) {
    /** The counters of a trace without any. */
    public static final Counters EMPTY = new Counters(List.of(), 0, 0);

    public Counters {
        counters = List.copyOf(counters);
    }

    /** Returns the first counter of a process with this name, of any category. */
    public Optional<Counter> find(long pid, String name) {
        return counters.stream()
                .filter(counter -> counter.pid() == pid && counter.name().equals(name))
                .findFirst();
    }

    /** A counter: a value for each of its series at each of its points in time. Immutable. */
    public static final class Counter {
        private final long pid;
        private final String category;
        private final String name;
        private final List<Series> series;
        private final long[] tsNanos;
        private final double[] values;

        Counter(long pid, String category, String name, List<String> seriesNames, long[] tsNanos, double[] values) {
            this.pid = pid;
            this.category = category;
            this.name = name;
            this.tsNanos = tsNanos;
            this.values = values;
            List<Series> totals = new ArrayList<>();
            for (int i = 0; i < seriesNames.size(); i++) {
                totals.add(Series.of(seriesNames.get(i), values, i, seriesNames.size()));
            }
            this.series = List.copyOf(totals);
        }

        public long pid() {
            return pid;
        }

        public String category() {
            return category;
        }

        /** Returns the name; {@code NAME[ID]} for a counter with an id. */
        public String name() {
            return name;
        }

        /** Returns the series, in the order of the first event's arguments. */
        public List<Series> series() {
            return series;
        }

        /** Returns the number of points in time. */
        public int size() {
            return tsNanos.length;
        }

        /** Returns the time of a point, not before that of the point before. */
        public long tsNanos(int point) {
            return tsNanos[point];
        }

        /** Returns the value of a series at a point; 0 if the event does not have it. */
        public double value(int point, int seriesIndex) {
            return values[point * series.size() + seriesIndex];
        }

        /** Returns the sum of the series up to and including this one at a point: the upper edge of its layer in a stacked chart. */
        public double stacked(int point, int seriesIndex) {
            int first = point * series.size();
            double sum = 0;
            for (int i = first; i <= first + seriesIndex; i++) {
                sum += values[i];
            }
            return sum;
        }

        /** Returns the sum of all series at a point. */
        public double total(int point) {
            return stacked(point, series.size() - 1);
        }

        /** Returns the largest {@link #total} of all points. */
        public double maxTotal() {
            double max = Double.NEGATIVE_INFINITY;
            for (int point = 0; point < size(); point++) {
                max = Math.max(max, total(point));
            }
            return max;
        }

        /** Returns the last point that is not after a time; -1 if all are. */
        public int pointAt(long nanos) {
            int found = Arrays.binarySearch(tsNanos, nanos);
            if (found < 0) {
                return -found - 2;
            }
            while (found + 1 < tsNanos.length && tsNanos[found + 1] == nanos) {
                found++;
            }
            return found;
        }
    }

    /**
     * One series of a counter over the whole trace.
     *
     * @param name its name
     * @param count number of values, at least 1
     * @param min the smallest value
     * @param max the largest value
     * @param sum the sum of the values
     * @param start the first value
     * @param end the last value
     */
    public record Series(String name, long count, double min, double max, double sum, double start, double end) {
        private static Series of(String name, double[] values, int first, int step) {
            double min = Double.POSITIVE_INFINITY;
            double max = Double.NEGATIVE_INFINITY;
            double sum = 0;
            for (int i = first; i < values.length; i += step) {
                min = Math.min(min, values[i]);
                max = Math.max(max, values[i]);
                sum += values[i];
            }
            return new Series(
                    name, values.length / step, min, max, sum, values[first], values[values.length - step + first]);
        }

        /** Returns the mean of the values, not weighted by their durations. */
        public double average() {
            return sum / count;
        }
    }
}
