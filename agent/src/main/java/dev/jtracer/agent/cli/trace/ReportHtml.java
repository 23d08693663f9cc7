// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.html.ReportPage;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A report as a page for a browser: the trace is read once, and once more if a timeline needs calls that were not
 * kept.
 */
final class ReportHtml {
    private ReportHtml() {}

    /**
     * Reads a trace and returns the page.
     *
     * @param files files of the trace, at least one
     * @param top rows of each table
     */
    static String of(List<Path> files, int top, Terminal terminal) throws CommandException {
        TraceInputs inputs = TraceInputs.of(files);
        ProgressBar bar = new ProgressBar(terminal.err(), inputs.files());
        ReportPage first = inputs.read(bar, source -> ReportPage.read(source, ReportLimits.ofHeap(top)));
        ReportPage page = first.isComplete() ? first : inputs.read(bar, first::readAgain);
        String titles =
                files.stream().map(file -> file.getFileName().toString()).collect(Collectors.joining(", "));
        String words = files.stream().map(ShellWord::quote).collect(Collectors.joining(" "));
        return page.html(titles, words);
    }
}
