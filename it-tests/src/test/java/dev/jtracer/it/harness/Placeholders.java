// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Placeholders in expected lines: {@code <n>} for a number, {@code <time>} for a duration with its unit, {@code <*>}
 * for any text and {@code ...} for any lines. Beside a placeholder, blanks in a row match any number of blanks.
 */
final class Placeholders {
    private static final String ANY_LINES = "...";
    private static final Map<String, String> PATTERNS = Map.of(
            "<n>", "-?[0-9][0-9.,]*",
            "<time>", "[+]?[0-9][0-9.]* ?(ns|us|ms|s)",
            "<*>", ".*");
    private static final Pattern PLACEHOLDER = Pattern.compile("<n>|<time>|<\\*>|  +");

    private Placeholders() {}

    /** Returns whether lines match those expected. */
    static boolean match(List<String> expected, List<String> lines) {
        if (expected.isEmpty()) {
            return lines.isEmpty();
        }
        List<String> rest = expected.subList(1, expected.size());
        if (expected.get(0).equals(ANY_LINES)) {
            for (int skipped = 0; skipped <= lines.size(); skipped++) {
                if (match(rest, lines.subList(skipped, lines.size()))) {
                    return true;
                }
            }
            return false;
        }
        return !lines.isEmpty()
                && matches(expected.get(0), lines.get(0))
                && match(rest, lines.subList(1, lines.size()));
    }

    private static boolean matches(String expected, String line) {
        if (expected.equals(line)) {
            return true;
        }
        if (PATTERNS.keySet().stream().noneMatch(expected::contains)) {
            return false;
        }
        StringBuilder pattern = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(expected);
        int end = 0;
        while (placeholder.find()) {
            pattern.append(Pattern.quote(expected.substring(end, placeholder.start())));
            pattern.append(PATTERNS.getOrDefault(placeholder.group(), " +"));
            end = placeholder.end();
        }
        pattern.append(Pattern.quote(expected.substring(end)));
        return line.matches(pattern.toString());
    }
}
