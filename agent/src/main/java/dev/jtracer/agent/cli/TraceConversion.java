// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.recording.RecordingException;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.importer.TraceImport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Conversion of traces in any importable format to one trace in another format, or in the same. */
final class TraceConversion {
    private final ConvertRequest request;
    private final Terminal terminal;

    TraceConversion(ConvertRequest request, Terminal terminal) {
        this.request = request;
        this.terminal = terminal;
    }

    /** Reads the files and writes the trace. */
    void run() throws CommandException {
        long start = System.nanoTime();
        List<Path> inputs = inputs();
        Path trace = request.traceBeside(inputs.get(0));
        ExportReport report = convert(inputs, trace);
        say(report, (System.nanoTime() - start) / 1_000_000);
    }

    private ExportReport convert(List<Path> inputs, Path trace) throws CommandException {
        TraceSource source = open(inputs);
        ProgressBar bar = new ProgressBar(terminal.err(), inputs);
        try (TraceDestination destination = new TraceDestination(trace, terminal, bar)) {
            try {
                ExportReport report = request.format()
                        .exporter()
                        .export(new ImportedInput(source, bar::show), destination, request.limits());
                destination.complete();
                return report;
            } catch (ImportedInput.UnreadableException e) {
                throw unreadable(e.reason(), inputs);
            } catch (IOException e) {
                throw destination.failure(e);
            }
        } catch (OutOfMemoryError e) {
            throw new UserDataException(quoted(inputs) + " needs more memory than "
                    + Runtime.getRuntime().maxMemory() / (1 << 20)
                    + " MB in this format; write java -Xmx8g -jar tracer.jar convert .., or leave calls out with min=");
        }
    }

    /** Returns the files to import; for a recording the one from which its other files are found. */
    private List<Path> inputs() throws CommandException {
        List<Path> inputs = new ArrayList<>();
        for (Path file : request.files()) {
            inputs.add(RecordingConversion.isRecording(file) ? RecordingConversion.find(file) : file);
        }
        return inputs;
    }

    private static TraceSource open(List<Path> inputs) throws CommandException {
        try {
            return TraceImport.open(inputs);
        } catch (IOException e) {
            throw unreadable(e, inputs);
        }
    }

    /** Returns the reason why files could not be read, in words for the user. */
    static CommandException unreadable(IOException e, List<Path> inputs) {
        if (e instanceof TraceSyntaxException || e instanceof RecordingException) {
            return new UserDataException(ConversionFiles.reason(e));
        }
        if (e instanceof NoSuchFileException) {
            return new InputOutputException(
                    "'" + e.getMessage() + "' does not exist; name a trace, or a .jtr or .spool file");
        }
        if (e instanceof AccessDeniedException) {
            return new InputOutputException("'" + e.getMessage() + "' cannot be read by this user; change its rights");
        }
        return new InputOutputException("cannot read " + quoted(inputs) + ": " + ConversionFiles.reason(e));
    }

    private static String quoted(List<Path> inputs) {
        return inputs.stream().map(input -> "'" + input + "'").collect(Collectors.joining(", "));
    }

    private void say(ExportReport report, long millis) {
        PrintStream err = terminal.err();
        ImportReport input = report.input();
        err.println(report.calls() + " calls of " + input.events() + " events in " + millis + " ms");
        ImportProblems.print(input, "", err);
        report.pairing().labelled().forEach((label, count) -> err.println(count + " " + label));
        report.losses().forEach((loss, count) -> err.println(count + " " + loss.remedy()));
    }
}
