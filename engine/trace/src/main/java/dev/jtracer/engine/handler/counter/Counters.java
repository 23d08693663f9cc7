// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.counter;

import java.util.List;

/**
 * The counters of a trace, in the order of their first events. Immutable.
 *
 * @param withoutNumbers counter events dropped because none of their arguments is a number
 * @param unknownSeries numbers dropped because the first event of their counter does not have their series
 */
public record Counters(List<Counter> counters, long withoutNumbers, long unknownSeries) {
    public Counters {
        counters = List.copyOf(counters);
    }

    /**
     * A counter: a value for each of its series at each of its points in time.
     *
     * @param name its name; {@code NAME[ID]} for a counter with an id
     * @param series the series, in the order of the first event's arguments
     */
    public record Counter(long pid, String name, List<Series> series) {
        public Counter {
            series = List.copyOf(series);
        }
    }

    /**
     * One series of a counter over the whole trace. A value that an event of the counter does not have is 0.
     *
     * @param count number of values, at least 1
     * @param min the smallest value
     * @param max the largest value
     * @param average the mean of the values, not weighted by their durations
     * @param start the value at the earliest time
     * @param end the value at the latest time
     */
    public record Series(String name, long count, double min, double max, double average, double start, double end) {}
}
