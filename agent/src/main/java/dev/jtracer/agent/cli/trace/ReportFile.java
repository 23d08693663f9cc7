// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** The file that a report or a picture is written to. */
final class ReportFile {
    private ReportFile() {}

    /**
     * Writes bytes to a new file, or to stdout.
     *
     * @param file path of the file, or {@link TraceDestination#STDOUT}
     */
    static void write(byte[] bytes, Path file, Terminal terminal) throws CommandException {
        ProgressBar bar = new ProgressBar(terminal.err(), List.of());
        try (TraceDestination destination = new TraceDestination(file, terminal, bar)) {
            try (OutputStream out = destination.open(1)) {
                out.write(bytes);
            } catch (IOException e) {
                throw destination.failure(e);
            }
            destination.complete();
        }
    }
}
