// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Quantity;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.format.ExportFormat;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.TimeSplit;
import dev.jtracer.engine.window.TraceRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The command that splits a trace or recording into parts that open alone. */
public final class SplitCommand extends Command {
    /** Files that are written side by side while the input is read once. */
    private static final int PARTS_A_PASS = 64;

    private static final int MOST_PARTS = 1000;

    private static final CommandOption EVERY =
            CommandOption.of("--every", "DURATION", "length of a part, for example 10s; either this or --size");
    private static final CommandOption SIZE =
            CommandOption.of("--size", "SIZE", "size of a part, uncompressed, for example 100m");

    public SplitCommand() {
        super(
                "split",
                "FILE...",
                "split a trace into parts that open alone, by time or by size",
                ConvertRequest.optionsWithout(ConvertRequest.SEGMENT, EVERY, SIZE));
        examples("split trace.json --every 10s", "split trace.json --size 100m -o part.json");
        notes(ConvertRequest.NOTES + """

                Each part opens alone, because it begins with the calls that are open there. \
                combine makes the whole trace again.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        ConvertRequest request = ConvertRequest.of(arguments, this);
        String every = arguments.value(EVERY);
        String size = arguments.value(SIZE);
        if ((every == null) == (size == null)) {
            throw CommandException.usage(
                    every == null
                            ? "--every or --size is missing; write for example --every 10s"
                            : "--every and --size exclude each other; omit one of them");
        }
        if (!request.format().equals(ExportFormat.CHROME)) {
            throw CommandException.usage("parts are written in the format '" + ExportFormat.CHROME.key()
                    + "' only; convert each part afterwards");
        }
        if (TraceDestination.STDOUT.equals(request.trace())) {
            throw CommandException.usage("-o - is one stream and a split makes several files; name a file");
        }
        request.showDoubt(terminal);
        TraceInputs inputs = TraceInputs.of(request.files());
        ConvertRequest named = request.named(inputs, ".split");
        if (size != null) {
            bySize(named, quantity(arguments, SIZE, Quantity.SIZE, 1, 0), inputs, terminal);
        } else if (every != null) {
            byTime(named, every, quantity(arguments, EVERY, Quantity.DURATION, 1, 0), inputs, terminal);
        }
    }

    private void bySize(ConvertRequest request, long bytes, TraceInputs inputs, Terminal terminal)
            throws CommandException {
        try {
            new TraceConversion(request.withSegments(bytes), terminal).run(inputs, inputs.open(), () -> {});
        } catch (IllegalArgumentException e) {
            throw wrongOption(String.valueOf(e.getMessage()));
        }
    }

    private static void byTime(ConvertRequest request, String text, long nanos, TraceInputs inputs, Terminal terminal)
            throws CommandException {
        TraceRange range = inputs.range(terminal);
        long length = range.endNanos() - range.startNanos();
        if (length / nanos >= MOST_PARTS) {
            throw CommandException.usage("'" + text + "' after --every makes more than " + MOST_PARTS + " parts of the "
                    + TimeOfTrace.text(length) + " in " + inputs.quoted() + "; write a longer time");
        }
        // A window is one file, however large.
        write(
                request.withSegments(Long.MAX_VALUE),
                inputs,
                CutWindow.every(nanos, range.startNanos(), range.endNanos()),
                terminal);
    }

    private static void write(ConvertRequest request, TraceInputs inputs, List<CutWindow> windows, Terminal terminal)
            throws CommandException {
        List<ExportReport> parts = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        // One compressor a file, because many are open at a time.
        try (TraceDestination destination =
                new TraceDestination(request.traceBeside(inputs), inputs.files(), terminal, 1)) {
            try {
                for (int first = 0; first < windows.size(); first += PARTS_A_PASS) {
                    TimeSplit split = new TimeSplit(
                            new ImportedInput(inputs.open(), destination::progress),
                            windows.subList(first, Math.min(first + PARTS_A_PASS, windows.size())),
                            first + 1,
                            destination,
                            request.limits());
                    parts.addAll(split.run(() -> false));
                    lines.addAll(CutCommand.lines(split.counts()));
                }
            } catch (ImportedInput.UnreadableException e) {
                throw inputs.unreadable(e);
            } catch (IOException e) {
                throw destination.failure(e);
            }
            destination.complete();
        }
        terminal.err()
                .println(CountText.plain(sum(parts, ExportReport::calls), "call")
                        + ExportReport.callbacksText(sum(parts, ExportReport::passes), sum(parts, ExportReport::runs))
                        + " in " + CountText.plain(windows.size(), "part") + "; a call in two parts counts twice");
        lines.forEach(terminal.err()::println);
    }

    private static long sum(List<ExportReport> parts, ToLongFunction<ExportReport> count) {
        return parts.stream().mapToLong(count).sum();
    }
}
