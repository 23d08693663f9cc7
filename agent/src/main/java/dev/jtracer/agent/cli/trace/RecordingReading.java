// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.diff.RecordingSample;
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
                new ProgressBar(terminal.err(), inputs.files()), new TraceProcessor(RecordingSample.handlers())::parse);
        TraceConversion.printProblems(trace.report(), inputs.quoted() + ": ", terminal.err());
        RecordingSample sample = RecordingSample.of(trace);
        if (sample.methods().isEmpty()) {
            // In a build, "no difference" to a recording of nothing would hide that the recording failed.
            throw CommandException.file(inputs.quoted()
                    + " has no finished call; record it anew, with include= naming the program's packages");
        }
        return sample;
    }
}
