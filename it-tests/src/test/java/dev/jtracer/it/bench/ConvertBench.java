// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.Calculator;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.TracerJar;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Conversion from a recording on disk to Chrome JSON on disk: events a second, the start of the JVM included. */
final class ConvertBench {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLION = 1e6;
    private static final long BYTES_PER_MB = 1_000_000;

    private ConvertBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 3);
        try (Fork fork = new Fork()) {
            fork.java(
                    Flavour.ON.flags(Calculator.class.getPackageName(), List.of(), fork.directory()),
                    WorkloadMain.class.getName(),
                    Calculator.class.getName(),
                    "1",
                    "300",
                    "20");
            Path recording = fork.directory().resolve("trace.jtr");
            List<Double> millionsPerSecond = new ArrayList<>();
            long events = 0;
            long bytes = 0;
            for (int i = 0; i < forks; i++) {
                long start = System.nanoTime();
                fork.run(List.of(
                        Jdk.java().toString(),
                        "-jar",
                        TracerJar.path().toString(),
                        "convert",
                        recording.toString(),
                        "-o",
                        "out.json"));
                double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
                events = 0;
                bytes = 0;
                for (Path file : traces(fork.directory())) {
                    events += linesIn(file);
                    bytes += Files.size(file);
                    // Otherwise the next conversion would choose another name.
                    Files.delete(file);
                }
                millionsPerSecond.add(events / seconds / MILLION);
            }
            Report report = new Report("recording MB", "JSON MB", "million events", "million events/s");
            report.row(
                    Files.size(recording) / BYTES_PER_MB,
                    bytes / BYTES_PER_MB,
                    Math.round(events / MILLION),
                    Sample.of(millionsPerSecond));
            report.print(ConvertBench.class, forks);
        }
    }

    private static List<Path> traces(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(path -> path.toString().endsWith(".json")).toList();
        }
    }

    /* One event a line. */
    private static long linesIn(Path file) throws IOException {
        long lines = 0;
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
                for (int i = 0; i < length; i++) {
                    if (buffer[i] == '\n') {
                        lines++;
                    }
                }
            }
        }
        return lines;
    }
}
