// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.harness.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One measured JVM, in a directory that is deleted afterwards. */
final class Fork implements AutoCloseable {
    /** The same flags for all flavours. */
    static final List<String> FIXED_FLAGS = List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g");

    /** The flag of a JVM that records from the start; {@code start=off} follows the output of one that does not. */
    private static final Pattern RECORDING =
            Pattern.compile("(?:-javaagent:.*,output|-XX:StartFlightRecording:.*,filename)=([^,]+)");

    private final Path directory;

    Fork() throws IOException {
        Path parent = Files.createDirectories(ClassPath.buildDirectory().resolve("bench"));
        directory = Files.createTempDirectory(parent, "fork-");
    }

    Path directory() {
        return directory;
    }

    /** Runs {@code java} with the fixed flags and the benchmarks' own class path; returns its standard output. */
    List<String> java(List<String> flags, String... mainAndArguments) throws IOException, InterruptedException {
        return javaBeside(flags, new Class<?>[0], mainAndArguments);
    }

    /** Runs {@code java} as above, with the jars of some classes on the class path too. */
    List<String> javaBeside(List<String> flags, Class<?>[] jars, String... mainAndArguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Jdk.java().toString());
        command.addAll(FIXED_FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-cp", ClassPath.ofTests(jars)));
        command.addAll(List.of(mainAndArguments));
        return run(command);
    }

    /** Runs any command in the directory; returns its standard output. */
    List<String> run(List<String> command) throws IOException, InterruptedException {
        Path output = directory.resolve("stdout");
        Path errors = directory.resolve("stderr");
        int exit = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException(
                    "exit code " + exit + " of " + String.join(" ", command) + "\n" + Files.readString(errors));
        }
        checkTraced(command, Files.readAllLines(errors));
        return Files.readAllLines(output);
    }

    /** Fails if the tracer did not start, or left no recording: else the figures would be those of no tracer. */
    private static void checkTraced(List<String> command, List<String> errors) {
        for (String line : errors) {
            if (line.contains("tracing is off")) {
                throw new IllegalStateException(line + "\nin " + String.join(" ", command));
            }
        }
        for (String flag : command) {
            Matcher recording = RECORDING.matcher(flag);
            if (recording.matches() && !Files.exists(Path.of(recording.group(1)))) {
                throw new IllegalStateException(
                        "no '" + recording.group(1) + "' was recorded with " + flag + "\n" + String.join("\n", errors));
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(path);
            }
        }
    }
}
