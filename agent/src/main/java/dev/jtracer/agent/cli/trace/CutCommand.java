// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.window.CutCounts;
import dev.jtracer.engine.window.TimeCut;
import dev.jtracer.engine.window.TraceRange;
import java.util.ArrayList;
import java.util.List;

/** The command that takes a window of time out of a trace or recording, as a trace of its own. */
public final class CutCommand extends Command {
    public CutCommand() {
        super(
                "cut",
                "FILE...",
                "take a window of time out of a trace or recording",
                ConvertRequest.options(TimeOfTrace.FROM, TimeOfTrace.TO));
        synonyms("slice", "trim", "extract", "window");
        examples("cut trace.json --from 1.2s --to 3s", "cut a.jtr --from 12:01:03.5 -o part.json.gz");
        notes(ConvertRequest.NOTES + """

                Either --from or --to may be missing. A call that is open at a border is begun or \
                ended there: 'cont' and 'unfinished' mark it. Times stay those of the whole trace.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        ConvertRequest request = ConvertRequest.of(arguments, this);
        TimeOfTrace from = TimeOfTrace.of(arguments, TimeOfTrace.FROM);
        TimeOfTrace to = TimeOfTrace.of(arguments, TimeOfTrace.TO);
        if (from == null && to == null) {
            throw CommandException.usage("both --from and --to are missing; write for example --from 1.2s --to 3s");
        }
        request.showDoubt(terminal);
        TraceInputs inputs = TraceInputs.of(request.files());
        TraceRange range = inputs.start(terminal);
        TimeCut cut = new TimeCut(inputs.open(), TimeOfTrace.window(from, to, range, this));
        new TraceConversion(request.named(inputs, ".cut"), terminal)
                .run(inputs, cut, () -> requireContent(cut, range, inputs));
        lines(cut.counts()).forEach(terminal.err()::println);
    }

    /** Returns what a cut changed, in words for the user. */
    static List<String> lines(CutCounts counts) {
        List<String> lines = new ArrayList<>();
        if (counts.resumed() > 0) {
            lines.add(callsAndRuns(counts.resumed()) + " had begun earlier: begun at the cut, marked 'cont'");
        }
        if (counts.suspended() > 0) {
            lines.add(callsAndRuns(counts.suspended())
                    + " went on later: ended at the cut, marked 'cont' and 'unfinished'");
        }
        if (!counts.countsArrows()) {
            lines.add("arrows over a cut, which neither part has, are not counted: there are too many callbacks");
        } else if (counts.runs() + counts.passes() > 0) {
            lines.add("no arrow for " + CountText.plain(counts.runs(), "run") + " without a pass and "
                    + CountText.plain(counts.passes(), "pass")
                    + " without a run in the same part; some may have none anywhere");
        }
        return lines;
    }

    /** Fails if nothing was in the window of a trace that has been read. */
    static void requireContent(TimeCut cut, TraceRange range, TraceInputs inputs) throws CommandException {
        if (cut.counts().events() == 0 && cut.counts().resumed() == 0) {
            long length = Math.max(0, cut.latestNanos() - range.startNanos());
            throw CommandException.file("nothing happens between --from and --to; " + inputs.quoted()
                    + " goes from 0 s to " + TimeOfTrace.text(length));
        }
    }

    private static String callsAndRuns(long count) {
        return count + (count == 1 ? " call or run" : " calls and runs");
    }
}
