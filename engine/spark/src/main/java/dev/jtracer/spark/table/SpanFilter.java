// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import java.io.Serializable;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a query that are checked before a row is made: ranges of numbers and times, and sets of names.
 * All must hold.
 *
 * <pre>
 *   where duration_nanos >= 1000000 and name in ('a.B.c', 'a.B.d')
 *     DURATION_NANOS: 1000000 to the largest number
 *     NAME:           a.B.c, a.B.d
 * </pre>
 */
final class SpanFilter implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Map<SpanColumn, Range> ranges = new EnumMap<>(SpanColumn.class);
    private @Nullable Set<String> names;

    /** Both ends are inclusive; empty if the least is above the most. */
    private record Range(long least, long most) implements Serializable {
        static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE);

        static final Range NONE = new Range(Long.MAX_VALUE, Long.MIN_VALUE);

        static Range only(long number) {
            return new Range(number, number);
        }

        static Range from(long least) {
            return new Range(least, Long.MAX_VALUE);
        }

        static Range above(long number) {
            return number == Long.MAX_VALUE ? NONE : from(number + 1);
        }

        static Range upTo(long most) {
            return new Range(Long.MIN_VALUE, most);
        }

        static Range below(long number) {
            return number == Long.MIN_VALUE ? NONE : upTo(number - 1);
        }

        Range and(Range other) {
            return new Range(Math.max(least, other.least), Math.min(most, other.most));
        }

        boolean contains(long value) {
            return least <= value && value <= most;
        }
    }

    /** Adds a condition. Returns whether it is one that is checked here completely. */
    boolean add(Filter filter) {
        if (filter instanceof IsNotNull notNull) {
            return addNotNull(notNull);
        }
        if (filter instanceof EqualTo equal) {
            return isName(equal.attribute()) && equal.value() instanceof String name
                    ? addNames(Set.of(name))
                    : addRange(equal.attribute(), equal.value(), Range::only);
        }
        if (filter instanceof In in) {
            return addNames(in);
        }
        if (filter instanceof GreaterThanOrEqual least) {
            return addRange(least.attribute(), least.value(), Range::from);
        }
        if (filter instanceof GreaterThan above) {
            return addRange(above.attribute(), above.value(), Range::above);
        }
        if (filter instanceof LessThanOrEqual most) {
            return addRange(most.attribute(), most.value(), Range::upTo);
        }
        if (filter instanceof LessThan below) {
            return addRange(below.attribute(), below.value(), Range::below);
        }
        return false;
    }

    private boolean addNotNull(IsNotNull notNull) {
        Optional<SpanColumn> column = SpanColumn.of(notNull.attribute());
        if (column.isPresent() && column.get().nullable && column.get().isNumber()) {
            ranges.merge(column.get(), Range.ALL, Range::and);
            return true;
        }
        return column.isPresent() && !column.get().nullable;
    }

    private static boolean isName(String attribute) {
        return SpanColumn.of(attribute).equals(Optional.of(SpanColumn.NAME));
    }

    private boolean addNames(In in) {
        Set<String> wanted = new HashSet<>();
        for (Object value : in.values()) {
            if (!(value instanceof String name)) {
                return false;
            }
            wanted.add(name);
        }
        return isName(in.attribute()) && addNames(wanted);
    }

    private boolean addNames(Set<String> wanted) {
        Set<String> both = new HashSet<>(wanted);
        if (names != null) {
            both.retainAll(names);
        }
        names = both;
        return true;
    }

    private boolean addRange(String attribute, Object value, LongFunction<Range> range) {
        Optional<SpanColumn> column = SpanColumn.of(attribute).filter(SpanColumn::isNumber);
        Long number = number(value);
        if (column.isEmpty() || number == null) {
            return false;
        }
        ranges.merge(column.get(), range.apply(number), Range::and);
        return true;
    }

    /** Returns a value as the column has it: a time in microseconds since 1970. Null for another kind of value. */
    private static @Nullable Long number(Object value) {
        if (value instanceof Timestamp time) {
            return micros(time.toInstant());
        }
        if (value instanceof Instant time) {
            return micros(time);
        }
        return value instanceof Long || value instanceof Integer ? ((Number) value).longValue() : null;
    }

    private static long micros(Instant time) {
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1000;
    }

    /** Returns the columns other than the name that have a condition, which no null meets. */
    SpanColumn[] columns() {
        return ranges.keySet().toArray(SpanColumn[]::new);
    }

    boolean acceptsName(String name) {
        return names == null || names.contains(name);
    }

    boolean accepts(SpanColumn column, long number) {
        Range range = ranges.get(column);
        return range == null || range.contains(number);
    }

    /** Returns whether a recording that starts at a time can have wanted calls. */
    boolean acceptsRecordingFrom(long startEpochMicros) {
        return ranges.getOrDefault(SpanColumn.START, Range.ALL).most >= startEpochMicros;
    }
}
