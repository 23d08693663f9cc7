// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A table of the manual that repeats a list of the program. {@code -Dgolden.update=true} rewrites it. */
public final class ManualTable {
    private static final Path MANUAL = Path.of("MANUAL.md");

    private ManualTable() {}

    /** Compares the text between the markers {@code NAME:begin} and {@code NAME:end} with the expected table. */
    public static void assertIs(String name, String table) throws IOException {
        String begin = "<!-- " + name + ":begin -->\n";
        String text = Files.readString(MANUAL);
        int start = text.indexOf(begin);
        int end = text.indexOf("<!-- " + name + ":end -->");
        assertThat(end)
                .as("the place of the table of " + name + " in MANUAL.md")
                .isGreaterThan(start);
        assertThat(start)
                .as("the begin of the table of " + name + " in MANUAL.md")
                .isNotNegative();
        String updated = text.substring(0, start + begin.length()) + table + text.substring(end);

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(MANUAL, updated);
        }

        assertThat(Files.readString(MANUAL))
                .as("MANUAL.md's table of " + name + " is stale; run the tests with -Dgolden.update=true")
                .isEqualTo(updated);
    }
}
