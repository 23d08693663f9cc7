// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.diff.Comparison;
import dev.jtracer.engine.diff.ComparisonJson;
import dev.jtracer.engine.diff.ComparisonText;
import dev.jtracer.engine.diff.Differences;
import dev.jtracer.engine.diff.MethodComparison;
import dev.jtracer.engine.text.PlainText;
import java.util.List;

/** The command that compares recordings of a program before and after a change. */
public final class DiffCommand extends Command {
    public DiffCommand() {
        super(
                "diff",
                "BEFORE... [--] AFTER...",
                "show which methods became slower or faster, and what is noise; best with five recordings a side",
                DiffRequest.OPTIONS,
                true);
        synonyms("compare", "regression");
        examples("diff before.jtr after.jtr", "diff b1.jtr b2.jtr -- a1.jtr a2.jtr --fail-over 10%");
        notes("""
                Record at least five times a side, alternating, so that both meet the same load. A \
                method is judged by its self time, a root call by its duration; recordings of one side show how much is noise. \
                With one file a side, '--' may be left out. A directory stands for its recordings.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        DiffRequest request = DiffRequest.of(arguments, this);
        RecordingReading reading = new RecordingReading(terminal);
        Differences differences = Comparison.of(reading.read(request.before()), reading.read(request.after()));
        if (request.json()) {
            terminal.out().println(ComparisonJson.of(differences));
        } else {
            List<String> lines = request.markdown()
                    ? ComparisonText.markdown(differences)
                    : ComparisonText.of(differences, terminal.styles());
            lines.forEach(terminal.out()::println);
        }
        terminal.out().flush();
        if (request.failOver().isPresent()) {
            requireNoneWorse(differences, request.failOver().getAsDouble());
        }
    }

    private static void requireNoneWorse(Differences differences, double factor) throws CommandException {
        List<MethodComparison> worse = differences.worseThan(factor);
        if (!worse.isEmpty()) {
            MethodComparison first = worse.get(0);
            String others = worse.size() == 1 ? "" : ", and " + (worse.size() - 1) + " more";
            throw CommandException.limit("'" + PlainText.of(first.name()) + "' is worse by more than "
                    + Math.round((factor - 1) * 100) + " %: " + ComparisonText.changes(first) + others);
        }
    }
}
