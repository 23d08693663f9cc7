// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line {@code TRACER TOTAL min average max count name}; times in milliseconds. */
public record TotalLine(double min, double average, double max, long count, String name) {
    private static final Pattern LINE = Pattern.compile(
            "TRACER TOTAL (\\d+\\.\\d+)ms (\\d+\\.\\d+)ms (\\d+\\.\\d+)ms (\\d+) ((?:HTTP|SQL) .*|\\S+).*");

    /** Returns the line's figures, or nothing when it is a line of another kind. */
    static Optional<TotalLine> parse(String line) {
        Matcher match = LINE.matcher(line);
        if (!match.matches()) {
            return Optional.empty();
        }
        return Optional.of(new TotalLine(
                Double.parseDouble(match.group(1)),
                Double.parseDouble(match.group(2)),
                Double.parseDouble(match.group(3)),
                Long.parseLong(match.group(4)),
                match.group(5)));
    }
}
