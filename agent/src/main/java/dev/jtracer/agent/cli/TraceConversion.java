// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.output.TraceFiles;
import dev.jtracer.engine.chrome.ChromeTraceReader;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.exporter.ExportReport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Writes a trace in another format, or once more in its own. */
final class TraceConversion {
    private static final int BUFFER_BYTES = 1 << 16;

    private final ConvertRequest request;
    private final Terminal terminal;

    TraceConversion(ConvertRequest request, Terminal terminal) {
        this.request = request;
        this.terminal = terminal;
    }

    /** Reads one file and writes the other. */
    void run(Path file, Path trace) throws CommandException {
        long start = System.nanoTime();
        TraceFiles files = new TraceFiles(trace);
        ProgressBar bar = new ProgressBar(terminal.err());
        ExportReport report;
        try (InputStream in = open(file, bar)) {
            ChromeTraceReader reader = new ChromeTraceReader(file.toString(), in);
            report = request.exporter().export(reader, files, request.limits());
        } catch (IOException e) {
            bar.clear();
            ConversionFiles.delete(files, terminal);
            throw failure(e, file, trace);
        } catch (OutOfMemoryError e) {
            bar.clear();
            ConversionFiles.delete(files, terminal);
            throw new UserDataException("'" + file + "' needs more memory than "
                    + Runtime.getRuntime().maxMemory() / (1 << 20)
                    + " MB in this format; write java -Xmx8g -jar tracer.jar convert .., or leave calls out with min=");
        }
        bar.clear();
        for (Path written : files.created()) {
            terminal.out().println(written);
        }
        say(report, (System.nanoTime() - start) / 1_000_000);
    }

    private void say(ExportReport report, long millis) {
        PrintStream err = terminal.err();
        err.println(report.calls() + " calls of " + report.input().events() + " events in " + millis + " ms");
        report.input().problems().forEach((problem, count) -> {
            if (problem.severity() != ImportProblem.Severity.INFO) {
                err.println(count + " times: " + problem.remedy());
            }
        });
        report.losses().forEach((loss, count) -> err.println(count + " " + loss.remedy()));
    }

    private static InputStream open(Path file, ProgressBar bar) throws CommandException {
        try {
            return new BufferedInputStream(
                    new WatchedInput(Files.newInputStream(file), Files.size(file), bar), BUFFER_BYTES);
        } catch (NoSuchFileException e) {
            throw new InputOutputException("'" + file + "' does not exist; name a trace, or a .jtr or .spool file");
        } catch (AccessDeniedException e) {
            throw new InputOutputException("'" + file + "' cannot be read by this user; change its rights");
        } catch (IOException e) {
            throw new InputOutputException("cannot read '" + file + "': " + ConversionFiles.reason(e));
        }
    }

    private static CommandException failure(IOException e, Path file, Path trace) {
        if (e instanceof TraceSyntaxException) {
            return new UserDataException(ConversionFiles.reason(e));
        }
        if (e instanceof WatchedInput.UnreadableException) {
            return new InputOutputException("cannot read '" + file + "': " + ConversionFiles.reason(e));
        }
        return ConversionFiles.failure(e, trace);
    }
}
