// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** All formats and the report say the same of a recording, call by call. */
class FormatsAgreeTest {
    private static final String LINE =
            "{\"ph\":\"%s\",\"ts\":%s,\"pid\":7,\"tid\":%s,\"cat\":\"java\",\"id2\":{\"local\":\"0x%s\"},\"name\":\"%s\"%s}";

    private static String recording() {
        List<String> lines = new ArrayList<>();
        for (String thread : List.of("1 main", "2 worker")) {
            String[] column = thread.split(" ");
            lines.add("{\"ph\":\"M\",\"pid\":7,\"tid\":%s,\"name\":\"thread_name\",\"args\":{\"name\":\"%s\"}}"
                    .formatted(column[0], column[1]));
        }
        lines.add(line("b", 10, 1, "Shop.main", ""));
        lines.add(
                line("b", 20, 1, "Shop.main[0]", ",\"bind_id\":\"0x7\",\"flow_out\":true,\"args\":{\"passing\":true}"));
        lines.add(line("e", 20, 1, "Shop.main[0]", ""));
        lines.add(line("b", 30, 1, "SQL select ?", ",\"args\":{\"sql\":\"select ?\"}"));
        lines.add(line("e", 60, 1, "SQL select ?", ",\"args\":{\"rows\":3}"));
        lines.add(line("e", 900, 1, "Shop.main", ",\"args\":{\"threw\":true}"));
        lines.add(line("b", 10, 2, "Pool.take", ",\"args\":{\"cont\":true}")); // a cut began it, and it ended
        lines.add(line("e", 90, 2, "Pool.take", ""));
        lines.add(line(
                "b", 100, 2, "Shop.main[0]", ",\"bind_id\":\"0x7\",\"flow_in\":true,\"args\":{\"callback\":true}"));
        lines.add(line("b", 150, 2, "Pool.hung", "")); // has no end, nor has the run around it
        return "[" + String.join(",\n", lines) + "]";
    }

    private static String line(String phase, int micros, int thread, String name, String more) {
        return LINE.formatted(phase, micros, thread, thread, name, more);
    }

    private static final List<String> CALLS = List.of(
            "main 0 Shop.main 10000..900000 threw",
            "worker 0 Pool.take 10000..90000",
            "main 1 Shop.main[0] 20000..20000",
            "main 1 SQL select ? 30000..60000",
            "worker 0 Shop.main[0] 100000..900000 unfinished",
            "worker 1 Pool.hung 150000..900000 unfinished");

    @Test
    void calls_haveTheSameNamesTimesDepthsAndFlags() throws IOException {
        assertThat(text(Exported.of("chrome", recording()).imported())).isEqualTo(CALLS);
        assertThat(text(Exported.streamed("chrome", recording()).imported())).isEqualTo(CALLS);
        assertThat(text(Exported.of("chrome-x", recording()).imported())).isEqualTo(CALLS);
        assertThat(text(new PerfettoFile(Exported.of("perfetto", recording()).file()).rows))
                .isEqualTo(CALLS);
        assertThat(text(csv(Exported.of("csv", recording()).text()))).isEqualTo(CALLS);
        assertThat(text(new FirefoxFile(Exported.of("firefox", recording()).file()).rows))
                .isEqualTo(CALLS.stream()
                        .filter(call -> !call.contains("20000..20000")) // a passing is a marker there
                        .map(call -> call.replace(" threw", "").replace(" unfinished", ""))
                        .toList());
    }

    @Test
    void arguments_areTheSame() throws IOException {
        PerfettoFile perfetto =
                new PerfettoFile(Exported.of("perfetto", recording()).file());
        Map<String, Map<String, Object>> byName = new TreeMap<>();
        for (int i = 0; i < perfetto.rows.size(); i++) {
            Exported.Row row = perfetto.rows.get(i);
            byName.put(row.thread() + " " + row.name(), perfetto.args.get(i));
        }

        assertThat(byName)
                .containsEntry("main SQL select ?", Map.of("sql", "select ?", "rows", 3L))
                .containsEntry("main Shop.main[0]", Map.of("passing", true))
                .containsEntry("worker Shop.main[0]", Map.of("callback", true, "unfinished", true))
                .containsEntry("worker Pool.take", Map.of("cont", true));
        assertThat(Exported.of("chrome-x", recording()).text())
                .contains("{\"sql\":\"select ?\",\"rows\":3}", "{\"cont\":true}")
                .contains("\"callback\":true", "\"passing\":true");
        // Flags have columns of their own, those of arrows and cuts none.
        assertThat(Exported.of("csv", recording()).text().replace("\"\"", "\""))
                .contains("{\"sql\":\"select ?\",\"rows\":3}");
    }

    @Test
    void arrows_areTheSame() throws IOException {
        for (String format : List.of("chrome", "chrome-x", "perfetto", "firefox")) {
            assertThat(Exported.of(format, recording()).report().arrows())
                    .as(format)
                    .isEqualTo(1);
        }
        assertThat(new PerfettoFile(Exported.of("perfetto", recording()).file()).flows.values())
                .containsExactly(List.of("Shop.main[0]", "Shop.main[0]"));
    }

    @Test
    void report_addsUpTheSameCalls() throws IOException {
        Functions functions = HandlerRun.ofJson(new FunctionsHandler(), recording());

        assertThat(functions.rows().stream()
                        .collect(Collectors.toMap(
                                Functions.Row::name,
                                row -> row.calls().count() + " " + row.unfinished() + " "
                                        + row.calls().totalNanos())))
                .containsEntry("Shop.main", "1 0 890000")
                .containsEntry("SQL select ?", "1 0 30000")
                .containsEntry("Pool.take", "0 1 0") // a part of a call is not one
                .containsEntry("Pool.hung", "0 1 0");
    }

    private static List<String> text(List<Exported.Row> rows) {
        return rows.stream()
                .sorted(Comparator.comparingLong(Exported.Row::start).thenComparing(Exported.Row::thread))
                .map(row -> row.thread() + " " + row.depth() + " " + row.name() + " " + row.start() + ".." + row.end()
                        + (row.threw() ? " threw" : "") + (row.unfinished() ? " unfinished" : ""))
                .toList();
    }

    private static List<Exported.Row> csv(String text) {
        return text.lines()
                .skip(1)
                .map(line -> line.split(",", 11))
                .map(field -> new Exported.Row(
                        field[2],
                        Integer.parseInt(field[3]),
                        field[7],
                        new BigDecimal(field[4]).longValueExact(),
                        Long.parseLong(field[4]) + Long.parseLong(field[5]),
                        field[8].equals("1"),
                        field[9].equals("1")))
                .toList();
    }
}
