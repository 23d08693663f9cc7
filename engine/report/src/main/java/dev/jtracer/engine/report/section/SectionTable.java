// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A table of a report: titled columns, a row for each thing, and counts of what the rows do not show. The text, JSON
 * and HTML forms of a report all print it from here. Filled by one thread, then read by any.
 */
public final class SectionTable {
    /** A duration that is not known. */
    static final long UNKNOWN = -1;

    /** The kinds of values in a column. */
    public enum Unit {
        /** A {@link String}. */
        TEXT,
        /** A {@link Long}. */
        COUNT,
        /** A {@link Double}. */
        NUMBER,
        /** A {@link Long} of nanoseconds; negative if it is not known. */
        DURATION,
        /** A {@link Long} of nanoseconds, on the clock of the trace. */
        TIME
    }

    /**
     * A column.
     *
     * @param title its title for people; its member in JSON is made of it
     */
    public record Column(String title, Unit unit) {
        /** Returns the name of the column in JSON, such as {@code p99Nanos}. */
        public String member() {
            StringBuilder member = new StringBuilder();
            for (String word : title.split(" ")) {
                member.append(member.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
            }
            return member.append(unit == Unit.DURATION || unit == Unit.TIME ? "Nanos" : "")
                    .toString();
        }
    }

    private final String key;
    private final String title;
    private final List<Column> columns = new ArrayList<>();
    private final List<List<Object>> rows = new ArrayList<>();
    private final Map<String, Long> notes = new LinkedHashMap<>();

    /**
     * Creates a table without columns.
     *
     * @param key its name in JSON
     * @param title its title for people, with the order of its rows
     */
    SectionTable(String key, String title) {
        this.key = key;
        this.title = title;
    }

    /** Begins a table with a row for each of some things, whose columns follow. */
    static <T> Columns<T> of(String key, String title, Collection<T> things) {
        return new Columns<>(new SectionTable(key, title), things);
    }

    /** The columns of a table, each with what its cells contain of the things that the rows are about. */
    record Columns<T>(SectionTable table, Collection<T> things) {
        Columns {
            things.forEach(thing -> table.rows.add(new ArrayList<>()));
        }

        Columns<T> text(String title, Function<T, String> cell) {
            return add(new Column(title, Unit.TEXT), cell::apply);
        }

        Columns<T> count(String title, ToLongFunction<T> cell) {
            return add(new Column(title, Unit.COUNT), cell::applyAsLong);
        }

        Columns<T> number(String title, ToDoubleFunction<T> cell) {
            return add(new Column(title, Unit.NUMBER), cell::applyAsDouble);
        }

        Columns<T> duration(String title, ToLongFunction<T> cell) {
            return add(new Column(title, Unit.DURATION), cell::applyAsLong);
        }

        Columns<T> time(String title, ToLongFunction<T> cell) {
            return add(new Column(title, Unit.TIME), cell::applyAsLong);
        }

        private Columns<T> add(Column column, Function<T, Object> cell) {
            table.columns.add(column);
            Iterator<List<Object>> rows = table.rows.iterator();
            things.forEach(thing -> rows.next().add(cell.apply(thing)));
            return this;
        }
    }

    /** Adds a count of what the rows do not show; nothing if it is 0. */
    void note(String what, long count) {
        if (count > 0) {
            notes.merge(what, count, Long::sum);
        }
    }

    /** Adds counts by what they are of, in its words. */
    void notes(String prefix, Map<? extends Enum<?>, Long> counts) {
        counts.forEach((what, count) ->
                note(prefix + what.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
    }

    boolean isEmpty() {
        return rows.isEmpty() && notes.isEmpty();
    }

    public String key() {
        return key;
    }

    public String title() {
        return title;
    }

    public List<Column> columns() {
        return Collections.unmodifiableList(columns);
    }

    /** Returns the rows, the most important first, each with a value for each column. */
    public List<List<Object>> rows() {
        return Collections.unmodifiableList(rows);
    }

    /** Returns how many of what the rows do not show, none of them 0. */
    public Map<String, Long> notes() {
        return Collections.unmodifiableMap(notes);
    }
}
