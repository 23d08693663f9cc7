// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.warning.Warnings;
import dev.jtracer.engine.handler.warning.WarningsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/** Long tasks and other warnings of DevTools, by kind and name. */
final class WarningKinds {
    static final ReportSection SECTION = new ReportSection(List.of(WarningsHandler::new), WarningKinds::tables);

    private WarningKinds() {}

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        Warnings warnings = trace.data(WarningsHandler.class);
        List<Warnings.Row> rows = warnings.rows().stream()
                .sorted(Comparator.comparingLong(Warnings.Row::longestNanos).reversed())
                .toList();
        return List.of(SectionTable.of("warnings", "Warnings, the longest first:", rows)
                .count("times", Warnings.Row::count)
                .duration("longest", Warnings.Row::longestNanos)
                .text("warning", row -> text(row.kind()))
                .text("name", Warnings.Row::name)
                .table());
    }

    private static String text(Warnings.Kind kind) {
        return switch (kind) {
            case LONG_TASK -> "long task";
            case IDLE_CALLBACK_OVER_TIME -> "idle callback over its time";
            case FORCED_REFLOW -> "forced reflow";
        };
    }
}
