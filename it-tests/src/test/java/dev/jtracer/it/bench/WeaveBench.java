// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.app.library.Library;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.TracerJar;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The time that weaving adds to the loading of all classes of a library in a fresh JVM, for every 1,000 classes. CPU
 * time of the thread that loads and weaves them: other load on the machine hardly counts.
 */
final class WeaveBench {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int CLASSES = 1_000;
    private static final List<String> CALLBACKS = List.of("off", "lambdas", "all");

    private WeaveBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 5);
        Report report = new Report("library", "classes", "untraced ms/1000", "callbacks", "added ms/1000");
        for (Library library : List.of(Library.H2, Library.RXJAVA, Library.LUCENE)) {
            measure(library, forks, report);
        }
        report.print(WeaveBench.class, forks);
    }

    private static void measure(Library library, int forks, Report report) throws IOException, InterruptedException {
        List<Double> untraced = new ArrayList<>();
        List<List<Double>> woven = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int classes = 0;
        // In turn, so that other load on the machine slows all of them.
        for (int fork = 0; fork < forks; fork++) {
            Loading plain = load(library, List.of());
            classes = plain.classes;
            untraced.add(plain.millis());
            for (int i = 0; i < CALLBACKS.size(); i++) {
                woven.get(i)
                        .add(load(library, List.of(agent(library, CALLBACKS.get(i))))
                                .millis());
            }
        }
        Sample plain = Sample.of(untraced);
        for (int i = 0; i < CALLBACKS.size(); i++) {
            report.row(
                    library,
                    classes,
                    plain,
                    CALLBACKS.get(i),
                    Sample.of(woven.get(i)).minus(plain.median()));
        }
    }

    private static String agent(Library library, String callbacks) {
        return "-javaagent:" + TracerJar.path() + "=start=off,callbacks=" + callbacks + ",include="
                + library.packages();
    }

    private static Loading load(Library library, List<String> flags) throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> command = new ArrayList<>();
            command.add(Jdk.java().toString());
            command.addAll(Fork.FIXED_FLAGS);
            command.addAll(flags);
            command.add("-cp");
            List<String> jars = new ArrayList<>();
            for (Class<?> owner : library.jars()) {
                jars.add(ClassPath.entryOf(owner).toString());
            }
            command.add(
                    ClassPath.entryOf(WeaveBench.class) + File.pathSeparator + String.join(File.pathSeparator, jars));
            command.add(LoadedClasses.class.getName());
            command.add(jars.get(0));
            List<String> lines = fork.run(command);
            return new Loading(Integer.parseInt(lines.get(0)), Long.parseLong(lines.get(1)));
        }
    }

    private record Loading(int classes, long nanos) {
        /** For every 1,000 classes. */
        double millis() {
            return nanos / NANOS_PER_MILLI / classes * CLASSES;
        }
    }
}
