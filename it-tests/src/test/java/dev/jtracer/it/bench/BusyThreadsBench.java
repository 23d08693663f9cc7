// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.Recursion;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fixed amount of work on one to 256 busy threads, platform ones and, where the JDK has them, virtual ones, and a
 * short run on one thread: untraced, with the floor agent, recording with totals and without, and, where the JDK has
 * it, with JFR's method trace. With {@code -Dbench.base=FILE} also recording with another tracer jar, to compare two
 * versions in one run; with {@code -Dbench.threads=4,64} only with these numbers of threads, with {@code
 * -Dbench.work=SixMethods} with other work.
 */
final class BusyThreadsBench {
    private static final int OPERATIONS = Integer.getInteger("bench.operations", 6_400_000);
    /** Two million calls. */
    private static final int SHORT_RUN = 180_000;

    private static final Class<?> WORK = work(System.getProperty("bench.work", "Recursion"));
    private static final String WITHOUT_TOTALS = ",totals=off";
    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;
    private static final List<String> FIGURES =
            List.of("median slice", "elapsed, all", "elapsed, second half", "CPU, second half");
    private static final List<String> COUNTERS = List.of("lostEvents", "waits", "waitedNanos");

    private BusyThreadsBench() {}

    /** The threads and the work of one measured process. */
    private record Load(int threads, boolean virtual, int operations) {
        @Override
        public String toString() {
            return threads + (virtual ? " virtual" : "") + (operations == SHORT_RUN ? ", short run" : "");
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 5);
        Report report = new Report("threads", "figure, ns/op", "tracer", "ns/op", "x floor");
        Report counters = new Report("threads", "tracer", "counters of the last fork");
        for (Load load : loads()) {
            Map<String, List<List<Double>>> figures = new LinkedHashMap<>();
            Map<String, String> lastCounters = new LinkedHashMap<>();
            for (int fork = 0; fork < forks; fork++) {
                measure(load, figures, lastCounters);
            }
            addRows(report, load, figures);
            lastCounters.forEach((tracer, last) -> counters.row(load, tracer, last));
        }
        report.print(BusyThreadsBench.class, forks);
        counters.print(BusyThreadsBench.class, forks);
    }

    private static Class<?> work(String name) {
        try {
            return Class.forName(Recursion.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("-Dbench.work=" + name + " names no class", e);
        }
    }

    private static List<Load> loads() {
        List<Load> loads = new ArrayList<>();
        for (String threads :
                System.getProperty("bench.threads", "1,2,4,16,64,256").split(",")) {
            loads.add(new Load(Integer.parseInt(threads), false, OPERATIONS));
        }
        if (Jdk.feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS) {
            loads.add(new Load(64, true, OPERATIONS));
        }
        loads.add(new Load(1, false, SHORT_RUN));
        return loads;
    }

    /* Tracer by tracer within a round, so that a slow minute of the machine hits all of them. */
    private static void measure(Load load, Map<String, List<List<Double>>> figures, Map<String, String> counters)
            throws IOException, InterruptedException {
        run(load, "untraced", Flavour.UNTRACED, TracerJar.path(), figures, counters);
        run(load, "floor", Flavour.FLOOR, TracerJar.path(), figures, counters);
        String base = System.getProperty("bench.base");
        if (base != null) {
            run(load, "recording, " + base, Flavour.ON, Path.of(base), figures, counters);
        }
        run(load, "recording", Flavour.ON, TracerJar.path(), figures, counters);
        run(load, "recording" + WITHOUT_TOTALS, Flavour.ON, TracerJar.path(), figures, counters);
        if (Flavour.available().contains(Flavour.JFR)) {
            run(load, "JFR", Flavour.JFR, TracerJar.path(), figures, counters);
        }
    }

    private static void run(
            Load load,
            String tracer,
            Flavour flavour,
            Path tracerJar,
            Map<String, List<List<Double>>> figures,
            Map<String, String> counters)
            throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> traced = ClassPath.classesBeside(WORK);
            List<String> flags = flavour.flags(WORK.getPackageName(), traced, fork.directory()).stream()
                    .map(flag -> flag.replace(TracerJar.path().toString(), tracerJar.toString()))
                    .map(flag -> tracer.endsWith(WITHOUT_TOTALS)
                            ? flag.replace(",output=", WITHOUT_TOTALS + ",output=")
                            : flag)
                    .toList();
            List<String> printed = fork.java(
                    flags,
                    BusyThreads.class.getName(),
                    WORK.getName(),
                    Integer.toString(load.threads),
                    Integer.toString(load.operations),
                    load.virtual ? "virtual" : "platform");
            List<List<Double>> ofTracer = figures.computeIfAbsent(tracer, key -> noFigures());
            for (int i = 0; i < FIGURES.size(); i++) {
                ofTracer.get(i).add(Double.valueOf(printed.get(i)));
            }
            if (flavour == Flavour.ON) {
                counters.put(tracer, counters(fork.directory().resolve("trace.jtr")));
            }
        }
    }

    private static List<List<Double>> noFigures() {
        List<List<Double>> lists = new ArrayList<>();
        FIGURES.forEach(figure -> lists.add(new ArrayList<>()));
        return lists;
    }

    /**
     * Returns counters from the end of a recording: each is its name, the length of the number in a byte, and the
     * number.
     */
    private static String counters(Path recording) throws IOException {
        String bytes = new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1);
        String end = bytes.substring(Math.max(0, bytes.length() - 4_096));
        List<String> found = new ArrayList<>();
        for (String counter : COUNTERS) {
            Matcher number =
                    Pattern.compile(counter + ".(\\d+)", Pattern.DOTALL).matcher(end);
            found.add(counter + " " + (number.find() ? number.group(1) : "?"));
        }
        return String.join(", ", found);
    }

    private static void addRows(Report report, Load load, Map<String, List<List<Double>>> figures) {
        List<List<Double>> ofFloor = figures.getOrDefault("floor", List.of());
        for (int i = 0; i < FIGURES.size(); i++) {
            double floor = Sample.of(ofFloor.get(i)).median();
            for (Map.Entry<String, List<List<Double>>> tracer : figures.entrySet()) {
                Sample sample = Sample.of(tracer.getValue().get(i));
                report.row(load, FIGURES.get(i), tracer.getKey(), sample, sample.per(floor));
            }
        }
    }
}
