// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The product: {@code jtracer.it.jar}, by default where the build of the agent puts it. */
public final class TracerJar {
    private static final Path PATH = Path.of(System.getProperty("jtracer.it.jar", "../agent/target/tracer.jar"))
            .toAbsolutePath()
            .normalize();

    /** A trace that a report reads, so that its classes are in the archive. */
    private static final String TRACE =
            "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"cat\":\"java\",\"ts\":1,\"dur\":1,\"pid\":1,\"tid\":1}]}";

    private static @Nullable List<String> commandFlags;

    private TracerJar() {}

    /** Returns the absolute path of the jar. */
    public static Path path() {
        return PATH;
    }

    /**
     * Returns flags for a JVM that runs a command. The tests run five hundred short ones: without C2, with one thread
     * for the collector and with its classes archived, a report takes 0.5 s of CPU time instead of 0.8.
     */
    static synchronized List<String> commandFlags() {
        List<String> flags = commandFlags;
        if (flags == null) {
            flags = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:SharedArchiveFile=" + archive());
            commandFlags = flags;
        }
        return flags;
    }

    /** Makes an archive of the classes of a report, and returns its file. */
    private static Path archive() {
        try {
            Path directory =
                    Files.createDirectories(Path.of("target", "archive").toAbsolutePath());
            Path trace = Files.writeString(Files.createTempFile(directory, "report", ".json"), TRACE);
            Path archive = Path.of(trace + ".jsa");
            trace.toFile().deleteOnExit();
            archive.toFile().deleteOnExit();
            Jdk.runTool(
                    "java",
                    "-XX:+UseSerialGC",
                    "-XX:ArchiveClassesAtExit=" + archive,
                    "-jar",
                    PATH.toString(),
                    "report",
                    trace.toString());
            return archive;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
