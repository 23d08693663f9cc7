// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A report in memory, for a reader in another process. */
public final class ReportInMemory {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Report report = new Report(new PrintStream(bytes, false, StandardCharsets.UTF_8));

    public Report report() {
        return report;
    }

    /** Returns the lines so far, without the tracer's name in front of each. */
    public String text() {
        StringBuilder text = new StringBuilder();
        bytes.toString(StandardCharsets.UTF_8).lines().forEach(line -> text.append(
                        line.startsWith(Report.NAME) ? line.substring(Report.NAME.length()) : line)
                .append('\n'));
        return text.toString();
    }
}
