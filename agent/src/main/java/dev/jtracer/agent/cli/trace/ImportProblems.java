// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.PlainText;
import java.io.PrintStream;

/** The lines that say what of an input could not be read. */
final class ImportProblems {
    private ImportProblems() {}

    /**
     * Prints a line for each problem.
     *
     * @param start start of each line
     */
    static void print(ImportReport report, String start, PrintStream err) {
        report.problems().forEach((problem, count) -> {
            StringBuilder line = new StringBuilder(start);
            line.append(CountText.plain(count, "time")).append(": ").append(problem.remedy());
            String example = report.examples().getOrDefault(problem, "");
            if (!example.isEmpty()) {
                line.append(": ");
                PlainText.append(line, example);
            }
            err.println(line);
        });
    }
}
