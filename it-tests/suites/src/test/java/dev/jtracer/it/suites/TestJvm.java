// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import dev.jtracer.it.harness.Jdk;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A JVM that runs one class of tests after another, by {@link ClassRunner}. */
final class TestJvm implements AutoCloseable {
    static final String RECORDING = "x.jtr";

    private static final Duration LONGEST_EXIT = Duration.ofSeconds(60);
    /** Flags of the libraries' own builds, and the one that Mockito needs from JDK 21 on. */
    private static final List<String> FLAGS = List.of(
            "-ea",
            "-Xmx2g",
            "-XX:+EnableDynamicAgentLoading",
            "-Duser.language=en",
            "-Duser.country=US",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.time=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED");

    private final Process process;
    private final Path directory;
    private final Path errors;
    private final BufferedWriter names;
    private final BufferedReader results;

    private TestJvm(Process process, Path directory, Path errors) {
        this.process = process;
        this.directory = directory;
        this.errors = errors;
        this.names = process.outputWriter(StandardCharsets.UTF_8);
        this.results = process.inputReader(StandardCharsets.UTF_8);
    }

    static TestJvm start(Suite suite, Flavour flavour, String options) throws IOException {
        Path directory = Files.createDirectories(
                Path.of("target", "suites", suite.name() + "-" + Jdk.feature()).toAbsolutePath());
        suite.unpackResources(directory);
        Path errors = Files.createTempFile(directory, flavour + "-", ".stderr");
        List<String> command = new ArrayList<>(List.of(Jdk.java().toString()));
        command.addAll(FLAGS);
        command.addAll(flavour.flags(suite, options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ClassRunner.class.getName()));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(errors.toFile())
                .start();
        return new TestJvm(process, directory, errors);
    }

    /** Runs a class's tests. Afterwards the JVM is still alive if, and only if, the class ended. */
    ClassRun run(String testClass, Duration limit) throws IOException {
        long start = System.nanoTime();
        names.write(testClass + "\n");
        names.flush();
        Map<String, String> statuses = new LinkedHashMap<>();
        CompletableFuture<Long> cpuNanos = CompletableFuture.supplyAsync(() -> read(statuses));
        ClassRun.Outcome outcome = ClassRun.Outcome.ENDED;
        try {
            cpuNanos.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            outcome = ClassRun.Outcome.OVER_TIME;
            dumpThreads(testClass);
            process.destroyForcibly();
        } catch (ExecutionException e) {
            outcome = ClassRun.Outcome.JVM_DIED;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (outcome != ClassRun.Outcome.ENDED) {
            System.out.println("  " + testClass + " is " + outcome + "; see " + errors);
        }
        return new ClassRun(outcome, statuses, cpuNanos.exceptionally(e -> 0L).join(), System.nanoTime() - start);
    }

    /* Returns the CPU time, and fails at the end of the JVM. */
    private long read(Map<String, String> statuses) {
        try {
            for (String line = results.readLine(); line != null; line = results.readLine()) {
                String[] statusAndTest = line.split("\t", 2);
                if (statusAndTest[0].equals(ClassRunner.END)) {
                    return Long.parseLong(statusAndTest[1]);
                }
                String test = statusAndTest[1];
                while (statuses.putIfAbsent(test, statusAndTest[0]) != null) {
                    test += "'";
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("the JVM ended");
    }

    private void dumpThreads(String name) throws IOException {
        Path dump = directory.resolve(name + ".threads");
        Process jcmd = new ProcessBuilder(
                        Jdk.home().resolve("bin/jcmd").toString(), Long.toString(process.pid()), "Thread.print")
                .redirectErrorStream(true)
                .redirectOutput(dump.toFile())
                .start();
        jcmd.onExit()
                .completeOnTimeout(jcmd, LONGEST_EXIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** Ends the JVM, prints what the tracer said, and deletes the recording. */
    @Override
    public void close() throws IOException {
        try (names) {
            // Its end tells the JVM to exit.
        } catch (IOException e) {
            // The JVM has died.
        }
        try {
            if (!process.waitFor(LONGEST_EXIT.toSeconds(), TimeUnit.SECONDS)) {
                System.out.println("  the JVM does not exit");
                dumpThreads("exit");
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        try (Stream<String> lines = Files.lines(errors, StandardCharsets.ISO_8859_1)) {
            lines.filter(line -> line.startsWith("TRACER ") || line.contains("VerifyError"))
                    .distinct()
                    .forEach(line -> System.out.println("  " + line));
        }
        deleteRecording();
    }

    /* And what a killed JVM leaves of one. */
    private void deleteRecording() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "{" + RECORDING + ",*.spool}")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
