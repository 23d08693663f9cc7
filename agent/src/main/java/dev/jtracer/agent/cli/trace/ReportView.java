// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.view.Browser;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.engine.exporter.TraceFileName;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.ThreadStates;
import dev.jtracer.engine.report.html.ReportPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The HTML report of a trace, opened in the browser.
 *
 * <p>The page is written beside the trace: browsers in a sandbox, such as Ubuntu's Firefox, read no temporary files.
 * The page overwrites no file; it gets the next free name.
 */
record ReportView(Path trace, Terminal terminal) {
    /**
     * Makes the page, prints its path and opens it.
     *
     * @param reason why it is opened, one line for stderr
     * @param isPathOnly whether no browser is started
     */
    void open(String reason, boolean isPathOnly) throws CommandException {
        terminal.err().println(reason);
        Path page = write(html(List.of(trace), ReportRequest.DEFAULT_TOP, terminal));
        terminal.out().println(page);
        if (!isPathOnly && !Browser.open(page.toUri().toString())) {
            terminal.err().println("no browser could be started; open the file in one");
        }
    }

    /**
     * Returns the page of a trace, which is read once, and once more if a timeline needs calls that were not
     * retained.
     *
     * @param files files of the trace, at least one
     * @param top rows of each table
     */
    static String html(List<Path> files, int top, Terminal terminal) throws CommandException {
        FlightRecording flight = FlightRecording.beside(files);
        TraceInputs inputs = flight.traces();
        ThreadStates states = flight.read(terminal);
        ReportPage first = inputs.read(terminal, source -> ReportPage.read(source, ReportLimits.ofHeap(top), states));
        flight.requireUse(states, first.hasStates(), terminal);
        ReportPage page = first.isComplete() ? first : inputs.read(terminal, first::readAgain);
        String titles =
                files.stream().map(file -> file.getFileName().toString()).collect(Collectors.joining(", "));
        String words = files.stream().map(ShellWord::quote).collect(Collectors.joining(" "));
        return page.html(titles, words);
    }

    private Path write(String html) throws CommandException {
        Path wanted = new TraceFileName(trace.toAbsolutePath()).withExtension(".html");
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        try {
            OutputFile page = create(wanted);
            try (OutputStream out = Channels.newOutputStream(page.channel())) {
                out.write(bytes);
            } catch (IOException | RuntimeException | Error e) {
                page.delete(e);
                throw e;
            }
            return page.path();
        } catch (IOException e) {
            throw ConversionFiles.failure(e, wanted);
        }
    }

    private static OutputFile create(Path wanted) throws IOException {
        if (Files.isWritable(wanted.getParent())) {
            return OutputFile.create(wanted);
        }
        Path directory = Files.createTempDirectory("jtracer-view"); // for this user alone
        return OutputFile.create(directory.resolve(wanted.getFileName()));
    }
}
