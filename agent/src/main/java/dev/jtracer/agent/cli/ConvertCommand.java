// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.config.Quantity;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.agent.output.TraceFiles;
import dev.jtracer.agent.recording.Converter;
import dev.jtracer.agent.recording.RecordingException;
import dev.jtracer.agent.recording.RecordingFinder;
import dev.jtracer.engine.chrome.SegmentCounts;
import dev.jtracer.engine.chrome.SegmentLimits;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a trace of a recording, also of one whose JVM was killed. */
final class ConvertCommand extends Command {
    ConvertCommand() {
        super(
                "convert",
                "FILE [-o TRACE] [min=DURATION] [depth=N] [segment=SIZE]",
                "make a trace of a recording (.jtr) or of what a killed JVM left (.spool)");
    }

    @Override
    void execute(List<String> arguments, Terminal terminal) throws CommandException {
        Request request = parse(arguments);
        Path recording = find(request.file);
        try (Converter converter = new Converter(recording)) {
            Path trace =
                    request.trace == null ? recording.resolveSibling(defaultName(recording, converter)) : request.trace;
            convert(converter, trace, request.limits(), terminal);
        } catch (RecordingException e) {
            throw new UserDataException(reason(e));
        } catch (IOException e) {
            throw new InputOutputException("cannot read '" + recording + "': " + reason(e));
        }
    }

    private static void convert(Converter converter, Path trace, SegmentLimits limits, Terminal terminal)
            throws CommandException {
        long start = System.nanoTime();
        TraceFiles files = new TraceFiles(trace);
        ProgressBar bar = new ProgressBar(terminal.err());
        SegmentCounts counts;
        try {
            counts = converter.convert(files, limits, bar::show, () -> false);
        } catch (IOException e) {
            bar.clear();
            delete(files, terminal);
            throw failure(e, trace);
        }
        bar.clear();
        if (counts == null) {
            throw new IllegalStateException("cancelled, though nobody can");
        }
        for (Path file : files.created()) {
            terminal.out().println(file);
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        terminal.err().println(summary(converter, counts) + " in " + millis + " ms");
    }

    private static CommandException failure(IOException e, Path trace) {
        if (e instanceof RecordingException) {
            return new UserDataException(reason(e));
        }
        if (e instanceof FileAlreadyExistsException) {
            return new InputOutputException(
                    "'" + e.getMessage() + "' exists already; remove it or name another file with -o");
        }
        if (e instanceof NoSuchFileException) {
            return new InputOutputException(
                    "the directory of '" + trace + "' does not exist; create it or name a file elsewhere with -o");
        }
        if (e instanceof AccessDeniedException) {
            return new InputOutputException(
                    "'" + trace + "' cannot be created by this user; name a file elsewhere with -o");
        }
        return new InputOutputException(
                "cannot write '" + trace + "': " + reason(e) + "; free some space or name a file elsewhere with -o");
    }

    private static String summary(Converter converter, SegmentCounts counts) {
        StringBuilder text = new StringBuilder();
        text.append(counts.calls())
                .append(" calls of ")
                .append(converter.records())
                .append(" records");
        if (converter.wasKilled()) {
            text.append(", ")
                    .append(converter.recordsFromSpool())
                    .append(" of them saved from the spool, because the JVM was killed or could not write");
        }
        if (converter.lostRecords() > 0) {
            text.append(", ").append(converter.lostRecords()).append(" lost, because no buffer was free");
        }
        if (converter.overwrittenRecords() > 0) {
            text.append(", ").append(converter.overwrittenRecords()).append(" older ones given up for newer ones");
        }
        if (converter.isTorn()) {
            text.append(", a block at the end torn");
        }
        counts.asMap().forEach((what, count) -> {
            if (count > 0 && !what.equals("calls") && !what.equals("segments")) {
                text.append(", ").append(what).append(' ').append(count);
            }
        });
        return text.toString();
    }

    private static void delete(TraceFiles files, Terminal terminal) {
        try {
            files.delete();
        } catch (IOException e) {
            terminal.err().println("cannot remove what was written so far: " + reason(e));
        }
    }

    private static Path find(Path file) throws CommandException {
        try {
            return RecordingFinder.find(file);
        } catch (RecordingException e) {
            throw new UserDataException(reason(e));
        } catch (NoSuchFileException e) {
            throw new InputOutputException("'" + file + "' does not exist; name a .jtr or .spool file");
        } catch (IOException e) {
            throw new InputOutputException("cannot read '" + file + "': " + reason(e));
        }
    }

    /** The name that the traced JVM would have used; a recording kept as such becomes plain JSON. */
    private static String defaultName(Path recording, Converter converter) {
        String name = converter.header().outputFile();
        return name.isEmpty() || name.endsWith(".jtr")
                ? OutputFile.withExtension(recording, ".json").getFileName().toString()
                : name;
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private Request parse(List<String> arguments) throws UserSyntaxException {
        Request request = new Request();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("-o")) {
                if (++i == arguments.size()) {
                    throw misused("the file after -o is missing");
                }
                request.trace = path(arguments.get(i));
            } else if (argument.startsWith("-")) {
                throw misused("'" + argument + "' is not an option");
            } else if (argument.indexOf('=') > 0) {
                setting(request, argument);
            } else if (request.named) {
                throw misused("'" + argument + "' is too much");
            } else {
                request.file = path(argument);
                request.named = true;
            }
        }
        if (!request.named) {
            throw misused("the file is missing");
        }
        return request;
    }

    private void setting(Request request, String argument) throws UserSyntaxException {
        int equals = argument.indexOf('=');
        String key = argument.substring(0, equals);
        String value = argument.substring(equals + 1);
        switch (key) {
            case "min" -> request.minNanos = number(Quantity.DURATION, value);
            case "depth" -> request.depth = (int) Math.min(number(Quantity.COUNT, value), Integer.MAX_VALUE);
            case "segment" -> request.segmentBytes = number(Quantity.SIZE, value);
            default -> throw misused("'" + key + "' is not an option");
        }
    }

    private long number(Quantity quantity, String text) throws UserSyntaxException {
        try {
            return quantity.parse(text);
        } catch (NumberFormatException e) {
            throw misused("'" + text + "' is not " + quantity.accepted());
        }
    }

    private Path path(String text) throws UserSyntaxException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw misused("'" + text + "' is no file name");
        }
    }

    /** What was asked for. */
    private final class Request {
        private Path file = Path.of("");
        private boolean named;
        private @Nullable Path trace;
        private long minNanos = SegmentLimits.DEFAULT.minNanos();
        private int depth = SegmentLimits.DEFAULT.maxDepth();
        private long segmentBytes = SegmentLimits.DEFAULT.maxBytes();

        SegmentLimits limits() throws UserSyntaxException {
            try {
                return new SegmentLimits(segmentBytes, depth, minNanos);
            } catch (IllegalArgumentException e) {
                throw misused(String.valueOf(e.getMessage()));
            }
        }
    }
}
