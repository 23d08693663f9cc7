// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
    private final List<Column> columns;
    private final List<List<Object>> rows = new ArrayList<>();
    private final Map<String, Long> notes = new LinkedHashMap<>();

    /**
     * @param key its name in JSON
     * @param title its title for people, with the order of its rows
     */
    SectionTable(String key, String title, Column... columns) {
        this.key = key;
        this.title = title;
        this.columns = List.of(columns);
    }

    static Column text(String title) {
        return new Column(title, Unit.TEXT);
    }

    static Column count(String title) {
        return new Column(title, Unit.COUNT);
    }

    static Column number(String title) {
        return new Column(title, Unit.NUMBER);
    }

    static Column duration(String title) {
        return new Column(title, Unit.DURATION);
    }

    static Column time(String title) {
        return new Column(title, Unit.TIME);
    }

    /** Adds a row with a value for each column, of the type that its unit names. */
    void row(Object... values) {
        rows.add(List.copyOf(Arrays.asList(values)));
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
        return columns;
    }

    /** Returns the rows, the most important first, each with a value for each column. */
    public List<List<Object>> rows() {
        return List.copyOf(rows);
    }

    /** Returns how many of what the rows do not show, none of them 0. */
    public Map<String, Long> notes() {
        return Collections.unmodifiableMap(notes);
    }
}
