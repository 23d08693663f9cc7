// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.NamedOptions;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.command.UserDataException;
import dev.jtracer.engine.cut.CutCounts;
import dev.jtracer.engine.cut.CutWindow;
import dev.jtracer.engine.cut.TimeCut;
import dev.jtracer.engine.cut.TraceRange;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.importer.TraceImport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The command that takes a window of time out of a trace or recording, as a trace of its own. */
public final class CutCommand extends Command {
    public CutCommand() {
        super(
                "cut",
                "FILE... [--from TIME] [--to TIME] [-o TRACE|-] [-f FORMAT]",
                "take a window of time out of a trace; TIME is 1.2s from the trace's start, or 12:01:03.5");
    }

    @Override
    public void execute(List<String> arguments, Terminal terminal) throws CommandException {
        NamedOptions options = NamedOptions.parse(arguments, this, Set.of("from", "to"));
        ConvertRequest request = ConvertRequest.parse(options.others(), this);
        TimeOfTrace from = TimeOfTrace.of(options, "from");
        TimeOfTrace to = TimeOfTrace.of(options, "to");
        if (from == null && to == null) {
            throw misused("both --from and --to are missing");
        }
        request.showDoubt(terminal);
        TraceInputs inputs = TraceInputs.of(request.files());
        TraceRange range = inputs.start(new ProgressBar(terminal.err(), inputs.files()));
        CutInput input = new CutInput(range, window(from, to, range), inputs);
        new TraceConversion(request.named(inputs.files().get(0), ".cut"), terminal).run(inputs, input);
        input.lines().forEach(terminal.err()::println);
    }

    private CutWindow window(@Nullable TimeOfTrace from, @Nullable TimeOfTrace to, TraceRange range)
            throws CommandException {
        long fromNanos = from == null ? CutWindow.OPEN_START : from.nanos(range, this);
        long toNanos = to == null ? CutWindow.OPEN_END : to.nanos(range, this);
        if (fromNanos >= toNanos) {
            throw misused("--from is not before --to");
        }
        return new CutWindow(fromNanos, toNanos);
    }

    /** The part of a trace that a cut converts. */
    private static final class CutInput implements TraceConversion.Input {
        private final TraceRange range;
        private final CutWindow window;
        private final TraceInputs inputs;
        private @Nullable TimeCut cut;

        CutInput(TraceRange range, CutWindow window, TraceInputs inputs) {
            this.range = range;
            this.window = window;
            this.inputs = inputs;
        }

        @Override
        public TimeCut open(List<Path> files) throws IOException {
            TimeCut opened = new TimeCut(TraceImport.open(files), window);
            cut = opened;
            return opened;
        }

        @Override
        public void check(ExportReport report) throws CommandException {
            CutCounts counts = counts();
            if (cut != null && counts.events() == 0 && counts.resumed() == 0) {
                long length = Math.max(0, cut.latestNanos() - range.startNanos());
                throw new UserDataException("nothing happens between --from and --to; " + inputs.quoted()
                        + " goes from 0 s to " + TimeOfTrace.text(length));
            }
        }

        private CutCounts counts() {
            return cut == null ? new CutCounts(0, 0, 0, 0, true) : cut.counts();
        }

        /** Returns what the cut changed, in words for the user. */
        List<String> lines() {
            return CutLines.of(counts());
        }
    }
}
