// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Durations by name, as a table whose first row took the longest in all. Percentiles are exact: the nearest rank. */
final class NamedDurations {
    private final Map<String, LongStream.Builder> byName = new TreeMap<>();

    void add(String name, long nanos) {
        byName.computeIfAbsent(name, key -> LongStream.builder()).add(nanos);
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
            return sorted[(int) Math.max(0, Math.ceil((double) sorted.length * percent / 100) - 1)];
        }
    }

    /** Returns the table; without rows if nothing was added. */
    SectionTable table(String key, String title, String noun) {
        return SectionTable.of(key, title, rows())
                .count("count", Row::count)
                .duration("total", Row::total)
                .duration("min", Row::min)
                .duration("avg", row -> row.total / row.count)
                .duration("p50", Row::p50)
                .duration("p99", Row::p99)
                .duration("max", Row::max)
                .text(noun, Row::name)
                .table();
    }

    private List<Row> rows() {
        return byName.entrySet().stream()
                .map(entry ->
                        Row.of(entry.getKey(), entry.getValue().build().sorted().toArray()))
                .sorted(Comparator.comparingLong(Row::total).reversed())
                .toList();
    }
}
