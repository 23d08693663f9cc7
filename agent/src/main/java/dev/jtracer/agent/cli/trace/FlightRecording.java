// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.jfr.JfrImporter;
import dev.jtracer.engine.report.ThreadStates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JFR recording that is read beside the recording of the same process: named with it, or of the same name, as
 * {@code jfr=on} writes it.
 *
 * @param file the JFR recording; null if there is none
 * @param traces the other files, or all if there is none
 */
record FlightRecording(@Nullable Path file, TraceInputs traces) {
    /** Finds it among the files of a command, or beside the first file of the only recording. */
    static FlightRecording beside(List<Path> files) throws CommandException {
        List<Path> flights = new ArrayList<>();
        List<Path> traces = new ArrayList<>();
        for (Path file : files) {
            (isFlight(file) ? flights : traces).add(file);
        }
        if (flights.size() == 1 && !traces.isEmpty()) {
            return new FlightRecording(flights.get(0), TraceInputs.of(traces));
        }
        TraceInputs inputs = TraceInputs.of(files);
        Path file = inputs.beside(".jfr");
        boolean isOfAll =
                flights.isEmpty() && isFlight(file) && inputs.byRecording().size() == 1;
        return new FlightRecording(isOfAll ? file : null, inputs);
    }

    private static boolean isFlight(Path file) {
        try (TraceData data = TraceData.of(file)) {
            return new JfrImporter().canImport(data);
        } catch (IOException unreadable) {
            return false; // reading the file reports it
        }
    }

    /** Reads it, and shows the progress; nothing if there is none, or it is damaged, which is said. */
    ThreadStates read(Terminal terminal) {
        if (file == null) {
            return ThreadStates.NONE;
        }
        ThreadStates states;
        try {
            states = new TraceInputs(List.of(file)).read(terminal, ThreadStates::read);
        } catch (CommandException damaged) {
            terminal.err().println(damaged.getMessage());
            return ThreadStates.NONE;
        }
        if (states.isTruncated()) {
            terminal.err().println("'" + file + "' ends in the middle, as that of a killed process does");
        }
        if (states.dropped() > 0) {
            terminal.err()
                    .println("'" + file + "' has " + states.dropped()
                            + " events more than a report uses; record shorter");
        }
        return states;
    }

    /** Fails if there is one, for several recordings are read. */
    void requireAbsent() throws CommandException {
        if (file != null) {
            throw CommandException.file("'" + file + "' is of one process; name one recording beside it");
        }
    }

    /** Says so if what was read is not used. */
    void requireUse(ThreadStates read, boolean isUsed, Terminal terminal) {
        if (!read.isEmpty() && !isUsed) {
            terminal.err().println("'" + file + "' is of another process or time than the trace, and is not used");
        }
    }
}
