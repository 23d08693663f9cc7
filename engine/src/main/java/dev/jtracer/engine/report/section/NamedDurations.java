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

    private record Row(String name, long[] sorted, long totalNanos) {
        long percentile(int percent) {
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
            long count = row.sorted.length;
            table.row(
                    count,
                    row.totalNanos,
                    row.sorted[0],
                    row.totalNanos / count,
                    row.percentile(50),
                    row.percentile(99),
                    row.sorted[row.sorted.length - 1],
                    row.name);
        }
        return table;
    }

    private List<Row> rows() {
        return byName.entrySet().stream()
                .map(entry -> {
                    long[] sorted = Arrays.copyOf(entry.getValue(), counts.getOrDefault(entry.getKey(), 0));
                    Arrays.sort(sorted);
                    return new Row(entry.getKey(), sorted, Arrays.stream(sorted).sum());
                })
                .sorted(Comparator.comparingLong(Row::totalNanos).reversed())
                .toList();
    }
}
