// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.exporter.TraceFileName;
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
record FlightRecording(@Nullable Path file, List<Path> traces) {
    /** Finds it among the files of a command, or beside the only one. */
    static FlightRecording beside(List<Path> files) {
        List<Path> flights = new ArrayList<>();
        List<Path> traces = new ArrayList<>();
        for (Path file : files) {
            (isFlight(file) ? flights : traces).add(file);
        }
        if (flights.isEmpty() && files.size() == 1) {
            Path file = new TraceFileName(files.get(0)).withExtension(".jfr");
            return new FlightRecording(isFlight(file) ? file : null, files);
        }
        return flights.size() == 1 && !traces.isEmpty()
                ? new FlightRecording(flights.get(0), traces)
                : new FlightRecording(null, files);
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
