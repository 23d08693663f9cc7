// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The README's first command prints the README's sample: the same lines in the same order, but for figures. Rows of
 * methods and of callbacks are sorted by time, so those of the sample may be any rows of the table.
 */
class ReadmeSampleIT {
    private static final Pattern SAMPLE =
            Pattern.compile("```\nmvn [^\n]* && java ([^\n]*)\n```\n\n```\n(.*?)```", Pattern.DOTALL);

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void firstCommand_printsTheSample() throws IOException {
        Matcher sample = SAMPLE.matcher(Files.readString(Path.of("../README.md")));
        assertThat(sample.find()).isTrue();
        Shell shell = jvms.shell("readme", Shop.class);

        JvmResult run = shell.run("\"$JAVA\" "
                + sample.group(1)
                        .replace("agent/target/tracer.jar", "\"$TRACER\"")
                        .replace("examples/target/examples.jar", "\"$EXAMPLES\"")
                + " 2>&1");

        assertThat(run.exitCode()).isZero();
        List<String> expected = masked(sample.group(2));
        List<String> printed = masked(run.stdout());
        assertThat(printed.stream().filter(ReadmeSampleIT::isInOrder))
                .containsExactlyElementsOf(
                        expected.stream().filter(ReadmeSampleIT::isInOrder).toList());
        assertThat(printed).containsAll(expected);
    }

    /** The file is written by another thread than the totals, so that its line may come before them. */
    private static boolean isInOrder(String line) {
        return !isRow(line) && !line.startsWith("TRACER wrote");
    }

    /** Returns whether a masked line is the row of a table: figures, and a name. */
    private static boolean isRow(String line) {
        return line.startsWith("TRACER # #") || line.startsWith("TRACER # -");
    }

    /** Returns the lines without figures, paths and the widths of columns. */
    private static List<String> masked(String text) {
        List<String> lines = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (!line.equals("...") && !line.contains("EV LAG") && !line.contains("Sharing is only supported")) {
                lines.add(line.replaceAll("/[^ ']*/trace", "trace")
                        .replaceAll("java -jar [^ ]*tracer.jar", "java -jar tracer.jar")
                        .replaceAll("(?<![A-Za-z0-9\\[:])[0-9][0-9.,]*( ?(ns|us|ms|s)\\b)?", "#")
                        .replaceAll(" +", " "));
            }
        }
        return lines;
    }
}
