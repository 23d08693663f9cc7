// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import java.util.List;

/** The command that converts a recording to a trace, or traces to one trace in another format. */
public final class ConvertCommand extends Command {
    public ConvertCommand() {
        super(
                "convert",
                "FILE... [-f FORMAT] [-o TRACE|-] [min=DURATION] [depth=N] [segment=SIZE]",
                "make a trace of a recording (.jtr), of what a killed JVM left (.spool), or of other traces");
    }

    @Override
    public void execute(List<String> arguments, Terminal terminal) throws CommandException {
        ConvertRequest request = ConvertRequest.parse(arguments, this);
        request.showDoubt(terminal);
        if (RecordingConversion.suits(request)) {
            new RecordingConversion(request, terminal).run();
        } else {
            new TraceConversion(request, terminal).run();
        }
    }
}
