// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;

/** The command that converts a recording to a trace, or traces to one trace in another format. */
public final class ConvertCommand extends Command {
    public ConvertCommand() {
        super(
                "convert",
                "FILE...",
                "make a trace of a recording (.jtr), of what a killed JVM left (.spool), or of other traces",
                ConvertRequest.OPTIONS);
        synonyms("export", "import", "transform", "recover");
        examples(
                "convert jtracer-4711.jtr",
                "convert trace.json -o trace.speedscope.json",
                "convert a.jtr -f csv -o - | head");
        notes(ConvertRequest.NOTES + """

                Several files become one trace with aligned clocks. Reads recordings, Chrome JSON, \
                gzip, zip, HTML reports, collapsed stacks and JFR. Ctrl-C removes incomplete files.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        ConvertRequest request = ConvertRequest.of(arguments, this);
        request.showDoubt(terminal);
        if (RecordingConversion.suits(request)) {
            new RecordingConversion(request, terminal).run();
        } else {
            new TraceConversion(request, terminal).run();
        }
    }
}
