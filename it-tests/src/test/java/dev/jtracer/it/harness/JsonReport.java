// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What {@code report --json} printed.
 *
 * @param text all of it
 * @param members what it says
 */
public record JsonReport(String text, Map<String, Object> members) {
    /** Makes the report on these files together. */
    public static JsonReport of(Jvms jvms, List<Path> files) throws IOException {
        List<String> words = new ArrayList<>(List.of("report", "--json"));
        files.forEach(file -> words.add(file.toString()));
        JvmResult report = jvms.jtracer(words.toArray(String[]::new)).run();
        if (report.exitCode() != 0) {
            throw new AssertionError("report ended with " + report.exitCode() + ": " + report.stderr());
        }
        return new JsonReport(report.stdout(), JsonValue.object(report.stdout()));
    }

    /** Returns the number of calls of a method that have ended. */
    public long calls(String method) {
        return column("methods", "name", "count").getOrDefault(method, 0L);
    }

    /** Returns a number of each row of a table, by the row's text. */
    public Map<String, Long> column(String table, String key, String number) {
        Map<String, Long> column = new HashMap<>();
        for (Object row : (List<?>) Objects.requireNonNull(members.get(table))) {
            Map<?, ?> fields = (Map<?, ?>) row;
            column.put(
                    String.valueOf(fields.get(key)), ((Number) Objects.requireNonNull(fields.get(number))).longValue());
        }
        return column;
    }
}
