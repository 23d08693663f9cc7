// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.text.CountText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Conversion of traces in any importable format to one trace in another format, or in the same. */
record TraceConversion(ConvertRequest request, Terminal terminal) {
    /** A check of a trace that was written in full, which is removed if the check throws. */
    interface Check {
        void run() throws CommandException;
    }

    void run() throws CommandException {
        TraceInputs inputs = TraceInputs.of(request.files());
        run(inputs, inputs.open(), () -> {});
    }

    /** Reads a trace from its files and writes it. Returns the report on it, which has been shown to the user. */
    ExportReport run(TraceInputs inputs, TraceSource source, Check check) throws CommandException {
        long start = System.nanoTime();
        Path trace = request.traceBeside(inputs);
        if (inputs.contain(trace)) {
            throw CommandException.file(
                    "'" + trace + "' is the input; name another file with -o, or another format with -f");
        }
        ExportReport report = convert(inputs, source, check, trace);
        say(report, (System.nanoTime() - start) / 1_000_000);
        return report;
    }

    private ExportReport convert(TraceInputs inputs, TraceSource source, Check check, Path trace)
            throws CommandException {
        try (TraceDestination destination = new TraceDestination(trace, inputs.files(), terminal)) {
            try {
                ExportReport report = request.format()
                        .export(new ImportedInput(source, destination::progress), destination, request.limits());
                check.run();
                destination.complete();
                return report;
            } catch (ImportedInput.UnreadableException e) {
                throw inputs.unreadable(e);
            } catch (IOException e) {
                throw destination.failure(e);
            }
        } catch (OutOfMemoryError e) {
            throw CommandException.file(inputs.quoted() + " needs more memory than "
                    + Runtime.getRuntime().maxMemory() / (1 << 20)
                    + " MB in this format; write java -Xmx8g -jar tracer.jar convert .., or drop calls by min=");
        }
    }

    private void say(ExportReport report, long millis) {
        PrintStream err = terminal.err();
        ImportReport input = report.input();
        String samples = report.samples() > 0 ? CountText.plain(report.samples(), "sample") : "";
        boolean hasCalls = report.calls() + report.passes() + report.runs() > 0;
        String calls = hasCalls || samples.isEmpty() ? report.callsText() : "";
        err.println(calls + (calls.isEmpty() || samples.isEmpty() ? "" : " and ") + samples + " of "
                + CountText.plain(input.events(), "event") + " in " + millis + " ms");
        printProblems(input, "", err);
        report.pairing().labelled().forEach((label, count) -> err.println(CountText.described(count, label)));
        report.losses().forEach((loss, count) -> err.println(CountText.described(count, loss.remedy())));
    }

    /** Prints a line, with this start, for each thing that an input has and that could not be read. */
    static void printProblems(ImportReport report, String start, PrintStream err) {
        report.problems().forEach((problem, count) -> {
            String example = report.examples().getOrDefault(problem, "");
            err.println(start + CountText.problem(count, problem.remedy(), example));
        });
    }
}
