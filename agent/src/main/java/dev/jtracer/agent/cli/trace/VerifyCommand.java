// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import java.util.List;

/** The command that reads traces and recordings to their ends, and says whether they are whole. */
public final class VerifyCommand extends Command {
    public VerifyCommand() {
        super("verify", "FILE...", "read a trace or recording to its end, and say whether it is whole", List.of());
        synonyms("fsck", "repair");
        examples("verify trace.jtr");
        notes("""
                A damaged recording loses the blocks of records that the damage touches, and other \
                commands read the rest: convert saves it. Exit code 1 if a file is not whole.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        TraceInputs inputs = TraceInputs.of(files(arguments));
        ImportReport report = inputs.read(terminal, source -> source.read(new AllCalls()));
        TraceConversion.printProblems(report, "", terminal.out());
        if (report.problems().keySet().stream().anyMatch(ImportProblem::losesData)) {
            throw CommandException.limit(inputs.quoted() + " is not whole; convert saves what is");
        }
        terminal.out().println(inputs.quoted() + " is whole");
    }

    /** A consumer that needs every call: a recording's records are checked when they are read. */
    private static final class AllCalls implements CallConsumer {
        @Override
        public void accept(TraceEvent event) {}

        @Override
        public boolean takesCalls() {
            return true;
        }

        @Override
        public void calls(CallRecords records) {}
    }
}
