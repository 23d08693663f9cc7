// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Exit code, output and files of a JVM that has ended.
 *
 * @param exitCode as in a shell: 137 after a kill -9
 * @param stdout all of standard output
 * @param stderr all of standard error
 * @param directory the working directory
 */
public record JvmResult(int exitCode, String stdout, String stderr, Path directory) {
    /* HotSpot prints it where another agent has appended to the bootstrap class path. */
    private static final String BOOT_PATH_WARNING = "Sharing is only supported for boot loader classes";

    private static final Comparator<Path> SHORT_FIRST =
            Comparator.comparingInt((Path path) -> path.toString().length()).thenComparing(Comparator.naturalOrder());

    /** Returns the lines of standard error that jtracer wrote. */
    public List<String> tracerLines() {
        return stderr.lines().filter(line -> line.startsWith("TRACER ")).toList();
    }

    /** Returns the lines of standard error that neither jtracer nor the JVM's class data sharing wrote. */
    public List<String> otherStderr() {
        return stderr.lines()
                .filter(line -> !line.startsWith("TRACER ") && !line.contains(BOOT_PATH_WARNING))
                .toList();
    }

    /** Returns the {@code TRACER TOTAL} lines by the method's name, in the order printed. */
    public Map<String, TotalLine> totals() {
        Map<String, TotalLine> totals = new LinkedHashMap<>();
        for (String line : tracerLines()) {
            TotalLine.parse(line).ifPresent(total -> {
                if (totals.put(total.name(), total) != null) {
                    throw new AssertionError("two totals of '" + total.name() + "'");
                }
            });
        }
        return totals;
    }

    /** Returns the {@code TRACER TOTAL} line of that method. */
    public TotalLine total(String name) {
        TotalLine total = totals().get(name);
        if (total == null) {
            throw new AssertionError("no total of '" + name + "' in " + totals().keySet());
        }
        return total;
    }

    /**
     * Returns the files of the working directory whose names end with this: short names first, so that -2 precedes
     * -10.
     */
    public List<Path> files(String suffix) {
        try (Stream<Path> paths = Files.list(directory)) {
            return paths.filter(path -> path.getFileName().toString().endsWith(suffix))
                    .sorted(SHORT_FIRST)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the one trace that the run must have left. */
    public StrictTrace trace() {
        List<Path> files = files(".json");
        if (files.size() != 1) {
            throw new AssertionError("expected one trace in " + directory + " but found " + files);
        }
        return StrictTrace.read(files.get(0));
    }
}
