// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Durations by name, as a table whose first row took the longest in all. Percentiles are exact: the nearest rank. */
final class NamedDurations {
    private final Map<String, long[]> byName = new TreeMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    void add(String name, long nanos) {
        int count = counts.merge(name, 1, Integer::sum);
        long[] all = byName.computeIfAbsent(name, key -> new long[1]);
        if (count > all.length) {
            all = Arrays.copyOf(all, 2 * count);
            byName.put(name, all);
        }
        all[count - 1] = nanos;
    }

    private record Row(String name, long count, long total, long min, long p50, long p99, long max) {
        static Row of(String name, long[] sorted) {
            return new Row(
                    name,
                    sorted.length,
                    Arrays.stream(sorted).sum(),
                    sorted[0],
                    percentile(sorted, 50),
                    percentile(sorted, 99),
                    sorted[sorted.length - 1]);
        }

        private static long percentile(long[] sorted, int percent) {
            return sorted[(int) Math.max(0, Math.ceil(sorted.length * percent / 100.0) - 1)];
        }
    }

    /** Returns the table; without rows if nothing was added. */
    SectionTable table(String key, String title, String noun) {
        SectionTable table = new SectionTable(
                key,
                title,
                SectionTable.count("count"),
                SectionTable.duration("total"),
                SectionTable.duration("min"),
                SectionTable.duration("avg"),
                SectionTable.duration("p50"),
                SectionTable.duration("p99"),
                SectionTable.duration("max"),
                SectionTable.text(noun));
        for (Row row : rows()) {
            table.row(row.count, row.total, row.min, row.total / row.count, row.p50, row.p99, row.max, row.name);
        }
        return table;
    }

    private List<Row> rows() {
        return byName.entrySet().stream()
                .map(entry -> {
                    long[] sorted = Arrays.copyOf(entry.getValue(), counts.getOrDefault(entry.getKey(), 0));
                    Arrays.sort(sorted);
                    return Row.of(entry.getKey(), sorted);
                })
                .sorted(Comparator.comparingLong(Row::total).reversed())
                .toList();
    }
}
