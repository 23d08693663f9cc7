// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.exporter.TraceFileName;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RingOfFiles;
import dev.jtracer.engine.jtr.read.RecordingFinder;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.window.TraceRange;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The files that a command reads as one trace; of a recording the one from which its others are found. */
record TraceInputs(List<Path> files) {
    private static final Pattern RECORDING = Pattern.compile(".*\\.(jtr|jtr\\.\\d+|spool)");

    /** Returns the files to import for those named; a directory is replaced by the recordings and traces in it. */
    static TraceInputs of(List<Path> named) throws CommandException {
        List<Path> inputs = new ArrayList<>();
        for (Path file : named) {
            List<Path> within = Files.isDirectory(file) ? tracesIn(file) : List.of();
            if (within.isEmpty()) {
                if (named.size() > 1 && isBegun(file)) {
                    continue;
                }
                requireContent(file);
                inputs.add(isRecording(file) ? find(file) : file);
            }
            inputs.addAll(within);
        }
        if (inputs.isEmpty()) {
            throw CommandException.file(
                    "the recordings have nothing yet: their JVMs were killed at the start; name another file");
        }
        return new TraceInputs(inputs);
    }

    /** Returns whether the file is named as the tracer names recordings; true of a directory, which may hold one. */
    static boolean isRecording(Path file) {
        return Files.isDirectory(file) || RECORDING.matcher(file.toString()).matches();
    }

    /** Returns the recording for one of its files, or for a directory with a recording. */
    static Path find(Path file) throws CommandException {
        try {
            return RecordingFinder.find(file);
        } catch (RecordingException e) {
            throw ConversionFiles.damage(e);
        } catch (NoSuchFileException e) {
            throw CommandException.file("'" + file + "' does not exist; name a .jtr or .spool file");
        } catch (IOException e) {
            throw ConversionFiles.unreadable(file, e);
        }
    }

    /** Returns whether a file is a recording whose JVM was killed just when it had created the file. */
    private static boolean isBegun(Path file) {
        try {
            return file.toString().endsWith(".jtr")
                    && Files.size(file) <= Long.BYTES; // the format's mark, before a header
        } catch (IOException unreadable) {
            return false; // reading the file reports it
        }
    }

    private static void requireContent(Path file) throws CommandException {
        try {
            if (Files.isRegularFile(file) && Files.size(file) == 0) {
                throw CommandException.file("'" + file + "' is empty; name a trace, or a .jtr or .spool file");
            }
        } catch (IOException unreadable) {
            // reading the file reports it
        }
    }

    private static List<Path> tracesIn(Path directory) throws CommandException {
        List<Path> traces = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{jtr,jtr.0,json,json.gz}")) {
            for (Path file : files) {
                // The next file of a ring is read with the newest, which has a name of its own.
                if (!isBegun(file) && RingOfFiles.newest(file).equals(file) && !ReportJson.isReport(file)) {
                    traces.add(file);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw ConversionFiles.unreadable(directory, new IOException(e.getMessage(), e));
        } catch (IOException e) {
            throw ConversionFiles.unreadable(directory, e);
        }
        Collections.sort(traces);
        return traces;
    }

    /** Returns the files of each recording by themselves; a file of another tool is alone. */
    List<TraceInputs> byRecording() throws CommandException {
        if (files.size() == 1) {
            return List.of(this);
        }
        return open(TraceImport::byRecording).stream().map(TraceInputs::new).toList();
    }

    /** Returns the files of each recording by themselves; none if one of the files is of another tool. */
    List<TraceInputs> recordings() throws CommandException {
        return open(TraceImport::recordings).stream().map(TraceInputs::new).toList();
    }

    /** Opens the files with the default options. */
    TraceSource open() throws CommandException {
        return open(TraceImport::open);
    }

    <T> T open(Reading<List<Path>, T> opening) throws CommandException {
        try {
            return opening.read(files);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** A reader of files, or of a trace to its end. */
    interface Reading<I, T> {
        T read(I input) throws IOException;
    }

    /** Reads the files as one trace, and shows the progress. Returns what the reader makes of it. */
    <T> T read(Terminal terminal, Reading<TraceSource, T> reading) throws CommandException {
        ProgressBar bar = new ProgressBar(terminal.err(), files);
        try {
            return read(bar::show, reading);
        } finally {
            bar.clear();
        }
    }

    /** Reads the files as one trace. {@code progress} receives the part read so far, 0 to 1, on any thread. */
    <T> T read(DoubleConsumer progress, Reading<TraceSource, T> reading) throws CommandException {
        try {
            return reading.read(new ImportedInput(open(), progress));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Returns the time that the trace covers; reads it to its end. */
    TraceRange range(Terminal terminal) throws CommandException {
        return read(terminal, TraceRange::of);
    }

    /** Returns the time at which the trace starts; reads no more of it than necessary. */
    TraceRange start(Terminal terminal) throws CommandException {
        OptionalLong epochMicros = OptionalLong.empty();
        try {
            for (Path file : files) {
                OptionalLong recorded = RecordingFinder.startEpochMicros(file);
                TraceRange range = recorded.isPresent()
                        ? new TraceRange(0, 0, recorded)
                        : TraceRange.startOf(TraceImport.open(file));
                if (files.size() == 1) {
                    return range;
                }
                // Several files count from the start of the earliest recording, see TraceImport.
                if (range.epochMicros().isPresent()) {
                    long epoch = range.epochMicros().getAsLong();
                    epochMicros = OptionalLong.of(Math.min(epoch, epochMicros.orElse(epoch)));
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return epochMicros.isPresent() ? new TraceRange(0, 0, epochMicros) : range(terminal);
    }

    /** Returns the reason why a file could not be read, in words for the user. */
    CommandException unreadable(IOException failure) {
        IOException e =
                failure instanceof ImportedInput.UnreadableException && failure.getCause() instanceof IOException reason
                        ? reason
                        : failure;
        if (e instanceof TraceSyntaxException || e instanceof RecordingException) {
            return ConversionFiles.damage(e);
        }
        if (e instanceof NoSuchFileException) {
            return CommandException.file(
                    "'" + e.getMessage() + "' does not exist; name a trace, or a .jtr or .spool file");
        }
        if (e instanceof AccessDeniedException) {
            return CommandException.file("'" + e.getMessage() + "' cannot be read by this user; change its rights");
        }
        return ConversionFiles.unreadable(quoted(), e);
    }

    /** Returns a path beside the first file, of the same name with another extension. */
    Path beside(String extension) {
        return new TraceFileName(RingOfFiles.recording(files.get(0))).withExtension(extension);
    }

    /** Returns whether a path leads to one of the files. */
    boolean contain(Path path) {
        for (Path file : files) {
            try {
                if (Files.exists(path) && Files.isSameFile(file, path)) {
                    return true;
                }
            } catch (IOException unreadable) {
                // reading the file reports it
            }
        }
        return false;
    }

    /** Returns the files' names for messages. */
    String quoted() {
        return files.stream().map(input -> "'" + input + "'").collect(Collectors.joining(", "));
    }
}
