// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.counter;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.KnownNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that sums up counters: heap, queue lengths, and others. Process, category, name and id
 * identify a counter. Its series are the numbers among the arguments of its first event, as in catapult. Chrome's
 * {@code UpdateCounters} instants are points of the counter of that name.
 */
public final class CountersHandler extends CollectingHandler<Counters> {
    /** Limit of series, above that of any real counter. Without it a hostile file's event could have any number. */
    private static final int MOST_SERIES = 256;

    private record Key(long pid, int category, int name, String id) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::id)
                .thenComparingLong(Key::pid)
                .thenComparingInt(Key::category)
                .thenComparingInt(Key::name);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private final Map<Key, Points> counters = new LinkedHashMap<>();
    private final KnownNames<String> memoryEvents = KnownNames.of(Set.of("UpdateCounters"));
    private long withoutNumbers;
    private long unknownSeries;

    public CountersHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.COUNTER, Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.phase() == Phase.COUNTER) {
            take(event, event.args());
        } else if (memoryEvents.get(event.nameIndex(), context().names()) != null) {
            take(event, event.args().object("data"));
        }
    }

    private void take(TraceEvent event, Args values) {
        Key key = new Key(event.pid(), event.categoryIndex(), event.nameIndex(), event.id());
        Points points = counters.get(key);
        if (points == null) {
            points = new Points(key.id.isEmpty() ? event.name() : event.name() + "[" + key.id + "]", values.asMap());
            if (points.series.isEmpty()) {
                withoutNumbers++;
                return;
            }
            counters.put(key, points);
        }
        unknownSeries += points.add(event.tsNanos(), values.asMap());
    }

    @Override
    protected Counters result() {
        List<Counters.Counter> all = new ArrayList<>();
        counters.forEach((key, points) -> all.add(new Counters.Counter(
                key.pid, points.name, points.series.stream().map(Sums::series).toList())));
        return new Counters(all, withoutNumbers, unknownSeries);
    }

    /** The points of one counter, which may arrive in any order. */
    private static final class Points {
        private final String name;
        private final List<Sums> series = new ArrayList<>();

        /** Creates a counter without points, whose series are the first numbers among the arguments. */
        Points(String name, Map<String, @Nullable Object> arguments) {
            this.name = name;
            arguments.forEach((argument, value) -> {
                if (series.size() < MOST_SERIES && number(value) != null) {
                    series.add(new Sums(argument));
                }
            });
        }

        /** Adds the values of one event. Returns how many of its numbers belong to no series. */
        int add(long nanos, Map<String, @Nullable Object> arguments) {
            int known = 0;
            for (Sums sums : series) {
                Double value = number(arguments.get(sums.name));
                sums.add(nanos, value == null ? 0 : value);
                known += value == null ? 0 : 1;
            }
            return known == arguments.size() ? 0 : numbers(arguments) - known;
        }

        /** Returns the finite number that a value is or spells; null if it is none. Bazel puts numbers in quotes. */
        private static @Nullable Double number(@Nullable Object value) {
            if (value instanceof Number number) {
                return finite(number.doubleValue());
            }
            if (value instanceof String text && couldBeNumber(text)) {
                try {
                    return finite(Double.parseDouble(text));
                } catch (NumberFormatException e) {
                    return null;
                }
            }
            return null;
        }

        // Nearly all texts are no numbers; an exception for each would be slow.
        private static boolean couldBeNumber(String text) {
            return !text.isEmpty()
                    && text.length() <= 40
                    && text.chars().allMatch(letter -> "0123456789.-+eE".indexOf(letter) >= 0);
        }

        private static @Nullable Double finite(double number) {
            return Double.isFinite(number) ? Double.valueOf(number) : null;
        }

        private static int numbers(Map<String, @Nullable Object> arguments) {
            return (int) arguments.values().stream()
                    .filter(value -> number(value) != null)
                    .count();
        }
    }

    private static final class Sums {
        private final String name;
        private long count;
        private double min = Double.POSITIVE_INFINITY;
        private double max = Double.NEGATIVE_INFINITY;
        private double sum;
        private double start;
        private double end;
        private long startNanos = Long.MAX_VALUE;
        private long endNanos = Long.MIN_VALUE;

        Sums(String name) {
            this.name = name;
        }

        void add(long nanos, double value) {
            count++;
            min = Math.min(min, value);
            max = Math.max(max, value);
            sum += value;
            if (nanos < startNanos) {
                startNanos = nanos;
                start = value;
            }
            if (nanos >= endNanos) {
                endNanos = nanos;
                end = value;
            }
        }

        Counters.Series series() {
            return new Counters.Series(name, count, min, max, sum / count, start, end);
        }
    }
}
