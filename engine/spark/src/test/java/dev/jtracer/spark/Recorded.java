// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Recordings that JVMs with the real agent make, and the answers of the tracer's own command line. */
final class Recorded {
    private static final long SECONDS = 120;

    private Recorded() {}

    /** Records a run of the program with this number of rounds, 77 calls each. */
    static Path run(Path file, int rounds) throws IOException {
        run(
                file.resolveSibling(file.getFileName() + ".log"),
                "-javaagent:" + tracer()
                        + "=include=dev.jtracer.spark.TracedProgram,print=off,wait=60s,name=checkout,output=" + file,
                "-Dotel.resource.attributes=deployment=test, service.version=1.4",
                "-cp",
                Path.of("target", "test-classes").toString(),
                TracedProgram.class.getName(),
                String.valueOf(rounds));
        return file;
    }

    /** Returns what a command of the tracer writes to stdout. */
    static String command(Path directory, String... words) throws IOException {
        Path out = Files.createTempFile(directory, "command", ".out");
        List<String> command = new ArrayList<>(List.of("-jar", tracer().toString()));
        command.addAll(List.of(words));
        run(out, command.toArray(String[]::new));
        return Files.readString(out);
    }

    private static Path tracer() {
        Path jar = Path.of("..", "..", "agent", "target", "tracer.jar")
                .toAbsolutePath()
                .normalize();
        assertThat(jar).as("the agent's jar; build it first: mvn package").isRegularFile();
        return jar;
    }

    private static void run(Path out, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java"));
        command.addAll(List.of(arguments));
        Path err = out.resolveSibling(out.getFileName() + ".err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as(Files.readString(err, StandardCharsets.UTF_8))
                .isZero();
    }
}
