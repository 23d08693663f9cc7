// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.SourceReport;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.importer.ImportOptions;
import dev.jtracer.engine.importer.Importers;
import dev.jtracer.engine.importer.TraceImport;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The command that makes one trace of several traces and recordings, and shows how their clocks were aligned. */
public final class CombineCommand extends Command {
    private static final CommandOption ALIGN = CommandOption.of(
            "--align",
            "HOW",
            "clocks: keep the files' distance in time; starts: let all begin at 0; clocks by default");

    public CombineCommand() {
        super(
                "combine",
                "FILE FILE...",
                "make one trace of several, aligned by their clocks, or all from time 0",
                ConvertRequest.optionsWithout(ConvertRequest.OUTPUT, ALIGN, ConvertRequest.OUTPUT_OF_SEVERAL));
        synonyms("merge", "join", "concat");
        examples("combine service.json database.json -o both.json");
        notes(ConvertRequest.NOTES + """

                stderr shows by how much the times of each file were moved, and by which clock.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        ImportOptions.Alignment alignment = alignment(arguments.value(ALIGN));
        ConvertRequest request = ConvertRequest.of(arguments, this);
        if (request.files().size() < 2) {
            throw misused("a second file to combine with is missing");
        }
        if (request.trace() == null) {
            throw CommandException.usage("the name of the combined trace is missing; add it with -o");
        }
        request.showDoubt(terminal);
        ImportOptions imported = ImportOptions.of(Importers.load()).with(alignment);
        TraceInputs inputs = TraceInputs.of(request.files());
        ExportReport report = new TraceConversion(request, terminal)
                .run(inputs, inputs.open(files -> TraceImport.open(files, imported)), () -> {});
        report.input().sources().forEach(source -> terminal.err().println(line(source)));
        if (report.input().count(ImportProblem.CLOCK_UNRELATED) > 0) {
            terminal.err().println("files without a common clock: let all start together with --align starts");
        }
    }

    private ImportOptions.Alignment alignment(@Nullable String text) throws CommandException {
        return switch (text == null ? "clocks" : text) {
            case "clocks" -> ImportOptions.Alignment.CLOCKS;
            case "starts" -> ImportOptions.Alignment.STARTS;
            default -> throw wrongOption("'" + text + "' after --align is neither 'clocks' nor 'starts'");
        };
    }

    private static String line(SourceReport source) {
        if (source.failed()) {
            return "'" + source.name() + "': not read to its end";
        }
        String shift = String.format(Locale.ROOT, "%+.6f s", source.shiftNanos() / 1e9);
        return source.clock().isEmpty()
                ? "'" + source.name() + "': times unchanged, nothing relates its clock to the others"
                : "'" + source.name() + "': times " + shift + ", aligned by " + source.clock();
    }
}
