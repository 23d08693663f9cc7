// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.app.recursion.Fibonacci;
import dev.jtracer.it.bench.work.Calculator;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands {@code report}, also with its HTML page, and {@code convert -f collapsed} over a recording and over
 * its JSON, with a heap of 128 MB: megabytes and records a second, the start of the JVM included.
 */
final class ReadingBench {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLION = 1e6;
    private static final String PAGE = "report.html";
    private static final Pattern RECORDS = Pattern.compile(" calls of (\\d+) ");

    private ReadingBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 3);
        Report report = new Report("program", "command", "input", "MB", "MB/s", "million records/s");
        try (Fork fork = new Fork()) {
            fork.java(
                    Flavour.ON.flags(Calculator.class.getPackageName(), List.of(), fork.directory()),
                    WorkloadMain.class.getName(),
                    Calculator.class.getName(),
                    "2",
                    "100",
                    "20");
            measure(fork, "calculator, 2 threads", forks, report);
        }
        try (Fork fork = new Fork()) {
            fork.java(
                    Flavour.ON.flags(Fibonacci.class.getPackageName(), List.of(), fork.directory()),
                    Fibonacci.class.getName(),
                    "32");
            measure(fork, "recursion", forks, report);
        }
        report.print(ReadingBench.class, forks);
    }

    private static void measure(Fork fork, String program, int forks, Report report)
            throws IOException, InterruptedException {
        Path recording = fork.directory().resolve("trace.jtr");
        jtracer(fork, "convert", recording.toString(), "-o", "trace.json", "segment=4g");
        long records = records(fork);
        for (String input : List.of("trace.jtr", "trace.json")) {
            long bytes = Files.size(fork.directory().resolve(input));
            row(fork, program, input, bytes, records, forks, report, "report", "report", input);
            row(fork, program, input, bytes, records, forks, report, "report -o .html", "report", input, "-o", PAGE);
            row(
                    fork,
                    program,
                    input,
                    bytes,
                    records,
                    forks,
                    report,
                    "convert",
                    "convert",
                    input,
                    "-f",
                    "collapsed",
                    "-o",
                    "-");
        }
    }

    private static void row(
            Fork fork,
            String program,
            String input,
            long bytes,
            long records,
            int forks,
            Report report,
            String command,
            String... arguments)
            throws IOException, InterruptedException {
        List<Double> megabytes = new ArrayList<>();
        List<Double> millions = new ArrayList<>();
        for (int i = 0; i < forks; i++) {
            Files.deleteIfExists(fork.directory().resolve(PAGE));
            long start = System.nanoTime();
            jtracer(fork, arguments);
            double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
            megabytes.add(bytes / seconds / MILLION);
            millions.add(records / seconds / MILLION);
        }
        report.row(program, command, input, Math.round(bytes / MILLION), Sample.of(megabytes), Sample.of(millions));
    }

    /** Returns the number of records that the last conversion printed. */
    private static long records(Fork fork) throws IOException {
        Matcher matcher = RECORDS.matcher(Files.readString(fork.directory().resolve("stderr")));
        if (!matcher.find()) {
            throw new IllegalStateException("the conversion printed no number of records");
        }
        return Long.parseLong(matcher.group(1));
    }

    private static void jtracer(Fork fork, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Jdk.java().toString(), "-Xmx128m", "-jar", TracerJar.path().toString()));
        command.addAll(Arrays.asList(arguments));
        fork.run(command);
    }
}
