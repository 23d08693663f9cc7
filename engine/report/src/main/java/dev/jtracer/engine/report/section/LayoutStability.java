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
        List<LayoutShifts.Cluster> sessions = shifts.clusters().stream()
                .sorted(Comparator.comparingDouble(LayoutShifts.Cluster::score).reversed())
                .toList();
        SectionTable table = SectionTable.of(
                        "layoutShifts",
                        "Layout shifts of the page by session, the worst first; its score is the page's:",
                        sessions)
                .number("score", LayoutShifts.Cluster::score)
                .count("shifts", LayoutShifts.Cluster::shifts)
                .time("began", LayoutShifts.Cluster::startNanos)
                .duration("lasted", LayoutShifts.Cluster::durNanos)
                .number("worst shift", LayoutShifts.Cluster::worstShift)
                .text("rating", session -> rating(session.score()))
                .table();
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
