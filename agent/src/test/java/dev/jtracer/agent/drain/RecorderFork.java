// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.bootstrap.MethodTracer;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs a scenario in a JVM of its own, because the recorder has one state for each process. The bootstrap loader
 * defines the recorder there, as in a traced application: the JVM ignores its annotations in other loaders.
 */
final class RecorderFork {
    private static final long DEADLINE_SECONDS = 120;

    private RecorderFork() {}

    /** This JVM's JDK. */
    static Path java() {
        return Path.of(System.getProperty("java.home"));
    }

    /** A JDK with virtual threads, if there is one beside this JVM's. */
    static Optional<Path> java25() throws IOException {
        try (Stream<Path> beside = Files.list(java().toAbsolutePath().getParent())) {
            return beside.filter(home -> home.getFileName().toString().contains("25"))
                    .filter(home -> Files.isExecutable(home.resolve("bin/java")))
                    .findFirst();
        }
    }

    /** Runs a scenario and returns its output. Fails with that output unless it exits with 0 in time. */
    static String run(Path home, Class<?> main, String scenario, Path directory)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/java").toString());
        for (String exported : List.of("jdk.internal.misc", "jdk.internal.vm.annotation", "jdk.internal.access")) {
            command.add("--add-exports");
            command.add("java.base/" + exported + "=ALL-UNNAMED");
        }
        command.addAll(List.of(
                "-Xbootclasspath/a:" + copyBootstrapSection(directory),
                "-Xmx512m",
                "-Djdk.virtualThreadScheduler.parallelism=4",
                "-Djdk.virtualThreadScheduler.maxPoolSize=4",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                scenario,
                directory.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String said = Files.readString(output);
        if (!ended || process.exitValue() != 0) {
            throw new AssertionError(scenario + (ended ? " failed:\n" : " hangs:\n") + said);
        }
        return said;
    }

    /** The folder of the bootstrap section's class files in a scenario's directory. */
    static Path bootstrapSection(Path directory) {
        return directory.resolve("boot/dev/jtracer/bootstrap");
    }

    /** A directory with the classes of the bootstrap section alone. */
    private static Path copyBootstrapSection(Path directory) throws IOException {
        try {
            Path classes = Path.of(MethodTracer.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path from = classes.resolve("dev/jtracer/bootstrap");
            Path to = bootstrapSection(directory);
            Files.createDirectories(to.getParent());
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    Files.copy(file, to.resolve(from.relativize(file)));
                }
            }
            return directory.resolve("boot");
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
