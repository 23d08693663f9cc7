// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.web.LayoutShifts;
import dev.jtracer.engine.handler.web.LayoutShiftsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/** The layout shifts of a page in sessions; the score of the worst is the page's cumulative layout shift. */
final class LayoutStability {
    static final ReportSection SECTION = new ReportSection(List.of(LayoutShiftsHandler::new), LayoutStability::tables);

    private LayoutStability() {}

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        LayoutShifts shifts = trace.data(LayoutShiftsHandler.class);
        SectionTable table = new SectionTable(
                "layoutShifts",
                "Layout shifts of the page by session, the worst first; its score is the page's:",
                SectionTable.number("score"),
                SectionTable.count("shifts"),
                SectionTable.time("began"),
                SectionTable.duration("lasted"),
                SectionTable.number("worst shift"),
                SectionTable.text("rating"));
        shifts.clusters().stream()
                .sorted(Comparator.comparingDouble(LayoutShifts.Cluster::score).reversed())
                .forEach(session -> table.row(
                        session.score(),
                        session.shifts(),
                        session.startNanos(),
                        session.durNanos(),
                        session.worstShift(),
                        rating(session.score())));
        table.note("shifts after an input of the user, not counted", shifts.afterInput());
        table.note("shifts without data", shifts.withoutData());
        return List.of(table);
    }

    private static String rating(double score) {
        if (score >= LayoutShifts.BAD) {
            return "bad";
        }
        return score >= LayoutShifts.NEEDS_IMPROVEMENT ? "needs improvement" : "good";
    }
}
