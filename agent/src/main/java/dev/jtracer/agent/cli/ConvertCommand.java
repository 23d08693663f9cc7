// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.util.List;

/** The command that converts a recording to a trace, or traces to one trace in another format. */
final class ConvertCommand extends Command {
    ConvertCommand() {
        super(
                "convert",
                "FILE... [-f FORMAT] [-o TRACE|-] [min=DURATION] [depth=N] [segment=SIZE]",
                "make a trace of a recording (.jtr), of what a killed JVM left (.spool), or of other traces");
    }

    @Override
    void execute(List<String> arguments, Terminal terminal) throws CommandException {
        ConvertRequest request = ConvertRequest.parse(arguments, this);
        request.showDoubt(terminal);
        if (RecordingConversion.suits(request)) {
            new RecordingConversion(request, terminal).run();
        } else {
            new TraceConversion(request, terminal).run();
        }
    }
}
