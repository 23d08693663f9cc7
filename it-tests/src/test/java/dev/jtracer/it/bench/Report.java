// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.harness.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One Markdown table with the command that made it. */
final class Report {
    private final List<String> rows = new ArrayList<>();

    Report(String... columns) {
        row((Object[]) columns);
        rows.add("|--".repeat(columns.length) + "|");
    }

    void row(Object... cells) {
        StringBuilder row = new StringBuilder("|");
        for (Object cell : cells) {
            row.append(' ').append(cell).append(" |");
        }
        rows.add(row.toString());
    }

    void print(Class<?> bench, int forks) throws IOException {
        System.out.println();
        System.out.println("mvn -B -ntp -DskipTests verify -Dbench=" + bench.getSimpleName() + " -Dbench.forks=" + forks
                + " -Djtracer.it.java.home=" + Jdk.home());
        System.out.println("JDK " + Jdk.feature() + ", " + String.join(" ", Fork.FIXED_FLAGS) + ", "
                + Runtime.getRuntime().availableProcessors() + " cores, load " + load() + ", median [min, max] of "
                + forks
                + " forks");
        System.out.println();
        rows.forEach(System.out::println);
    }

    /* Other load on the machine determines how far to trust the figures. */
    private static String load() throws IOException {
        Path load = Path.of("/proc/loadavg");
        return Files.exists(load) ? Files.readString(load).split(" ")[0] : "unknown";
    }
}
