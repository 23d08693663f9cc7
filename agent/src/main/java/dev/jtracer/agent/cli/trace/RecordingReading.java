// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.InputOutputException;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.diff.CallbackSample;
import dev.jtracer.engine.diff.MethodBlocksHandler;
import dev.jtracer.engine.diff.MethodSample;
import dev.jtracer.engine.diff.MissingData;
import dev.jtracer.engine.diff.RecordingSample;
import dev.jtracer.engine.handler.meta.RecordingsHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads recordings for a comparison, one after the other, each in memory that does not grow with it. */
final class RecordingReading {
    private final Terminal terminal;

    RecordingReading(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Reads recordings in any importable format. Files that are segments of one recording count as one.
     *
     * @param named files, or directories with files
     */
    List<RecordingSample> read(List<Path> named) throws CommandException {
        TraceInputs inputs = TraceInputs.of(named);
        List<RecordingSample> samples = new ArrayList<>();
        for (TraceInputs recording : inputs.byRecording()) {
            samples.add(read(recording));
        }
        return samples;
    }

    private RecordingSample read(TraceInputs inputs) throws CommandException {
        ParsedTrace trace = inputs.read(
                new ProgressBar(terminal.err(), inputs.files()),
                new TraceProcessor(List.of(
                        new MethodBlocksHandler(),
                        new FunctionsHandler(),
                        new CallbacksHandler(),
                        new RecordingsHandler()))::parse);
        ImportProblems.print(trace.report(), inputs.quoted() + ": ", terminal.err());
        return new RecordingSample(
                methods(trace, inputs),
                callbacks(trace),
                MissingData.of(trace.report(), trace.data(RecordingsHandler.class)));
    }

    private static List<MethodSample> methods(ParsedTrace trace, TraceInputs inputs) throws InputOutputException {
        List<MethodSample> methods = trace.data(MethodBlocksHandler.class);
        if (methods.isEmpty()) {
            // In a build, "no difference" to a recording of nothing would hide that the recording failed.
            throw new InputOutputException(inputs.quoted()
                    + " has no finished call; record it anew, with include= naming the program's packages");
        }
        return methods;
    }

    private static List<CallbackSample> callbacks(ParsedTrace trace) {
        return trace.data(CallbacksHandler.class).rows().stream()
                .map(row ->
                        new CallbackSample(row.name(), row.passings(), row.run().count(), row.site()))
                .toList();
    }
}
