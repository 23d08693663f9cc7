// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.warning.Warnings;
import dev.jtracer.engine.handler.warning.WarningsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Long tasks and other warnings of DevTools, by kind and name. */
final class WarningKinds {
    static final ReportSection SECTION = new ReportSection(List.of(WarningsHandler::new), WarningKinds::tables);

    private WarningKinds() {}

    /** Warnings of one kind about spans of one name. */
    private record Row(String kind, String name, long count, long longestNanos) {
        Row plus(Row other) {
            return new Row(kind, name, count + other.count, Math.max(longestNanos, other.longestNanos));
        }
    }

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        Warnings warnings = trace.data(WarningsHandler.class);
        SectionTable table = new SectionTable(
                "warnings",
                "Warnings, the longest first:",
                SectionTable.count("times"),
                SectionTable.duration("longest"),
                SectionTable.text("warning"),
                SectionTable.text("name"));
        Map<String, Row> rows = new LinkedHashMap<>();
        for (Warnings.Kind kind : Warnings.Kind.values()) {
            List<Warnings.Warning> kept = warnings.of(kind);
            kept.forEach(warning -> add(new Row(text(kind), warning.name(), 1, warning.durNanos()), rows));
            table.note(text(kind) + " not listed", warnings.counts().getOrDefault(kind, 0L) - kept.size());
        }
        rows.values().stream()
                .sorted(Comparator.comparingLong(Row::longestNanos).reversed())
                .forEach(row -> table.row(row.count, row.longestNanos, row.kind, row.name));
        return List.of(table);
    }

    private static void add(Row row, Map<String, Row> rows) {
        rows.merge(row.kind + ' ' + row.name, row, Row::plus);
    }

    private static String text(Warnings.Kind kind) {
        return switch (kind) {
            case LONG_TASK -> "long task";
            case IDLE_CALLBACK_OVER_TIME -> "idle callback over its time";
            case FORCED_REFLOW -> "forced reflow";
        };
    }
}
