// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.CountedOnce;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.TotalLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All outputs on one recording have the same numbers of calls, passes and runs, in one spelling. */
class CountsAgreeIT {
    /** {@code main}; three rounds of {@code pause}, {@code valueOf} and 15 {@code fibonacci}; four {@code fail}. */
    private static final Counts ALL = new Counts(1 + 3 + 3 + 3 * 15 + 4, 6, 6, 0);

    @RegisterExtension
    final Jvms jvms = new Jvms();

    /**
     * What begins in a file.
     *
     * @param continued calls and runs that had begun in the file before
     */
    private record Counts(long calls, long passes, long runs, long continued) {
        static Counts of(List<Path> files) throws IOException {
            long calls = 0;
            long passes = 0;
            long runs = 0;
            long continued = 0;
            for (Path file : files) {
                for (String line : Files.readAllLines(file)) {
                    // A busy machine stalls the JVM, which is no call.
                    boolean isStall = line.contains("\"cat\":\"jtracer\"");
                    if (!line.contains("\"ph\":\"b\"") || line.contains("\"thread\":") || isStall) {
                        continue;
                    }
                    boolean isRun = line.contains("\"callback\":true");
                    if (line.contains("\"cont\":true")) {
                        continued++;
                    } else if (line.contains("\"pass\":true")) {
                        passes++;
                    } else if (isRun) {
                        runs++;
                    } else {
                        calls++;
                    }
                }
            }
            return new Counts(calls, passes, runs, continued);
        }

        String text() {
            return calls + " calls, " + runs + " runs";
        }

        String textWithPasses() {
            return calls + " calls, " + passes + " passes of callbacks, " + runs + " runs";
        }
    }

    @Test
    void summaryReportsAndConversions() throws IOException {
        JvmResult recorded = record();
        Path trace = recorded.files(".json").get(0);

        assertThat(Counts.of(List.of(trace))).isEqualTo(ALL);
        assertThat(recorded.stderr()).contains("TRACER wrote " + ALL.text() + " to '");
        assertTables(recorded.stderr().replace("TRACER ", ""));
        assertThat(lines("TRACER FNI ", recorded)).isEqualTo(ALL.calls);
        assertThat(lines("TRACER CBI ", recorded)).isEqualTo(ALL.runs);
        assertReports(List.of(trace));
        Path timeline = trace.resolveSibling("timeline.svg");
        run(jvms.jtracer("report", trace.toString(), "--svg", "--from", "0s", "-o", timeline.toString()));
        assertThat(Files.readString(timeline))
                .containsPattern(">" + ALL.text() + ", [0-9]+ threads")
                .containsPattern("Window of [^<]*, " + ALL.text() + "<");
        for (String format : List.of(
                "chrome", "chrome-x", "perfetto", "firefox", "speedscope", "collapsed", "csv", "devtools", "otlp")) {
            Path file = trace.resolveSibling("converted." + format);
            JvmResult converted = run(jvms.jtracer("convert", trace.toString(), "-f", format, "-o", file.toString()));
            assertThat(converted.stderr()).as(format).startsWith(ALL.textWithPasses() + " of ");
        }
        assertThat(Counts.of(List.of(trace.resolveSibling("converted.chrome")))).isEqualTo(ALL);
    }

    @Test
    void conversionOfARecording() throws IOException {
        JvmResult recorded = run(jvms.app(CountedOnce.class)
                .agent("include=dev.jtracer.it.app.CountedOnce,print=totals,output=trace.jtr"));
        Path recording = recorded.files(".jtr").get(0);

        JvmResult converted = run(jvms.jtracer("convert", recording.toString(), "-o", "trace.json"));

        assertThat(totals(recorded, name -> !name.endsWith("[0]"))).isEqualTo(ALL.calls);
        assertThat(totals(recorded, name -> name.endsWith("[0]"))).isEqualTo(ALL.runs);
        assertThat(Counts.of(converted.files(".json"))).isEqualTo(ALL);
        assertThat(converted.stderr())
                .containsPattern(ALL.calls + " calls of [0-9]+ records, " + ALL.passes + " passes of callbacks, "
                        + ALL.runs + " runs in ");
        assertReports(List.of(recording));
    }

    /** A call or run that goes on in the next part counts in each; all parts together have it once. */
    @Test
    void partsOfASplit() throws IOException {
        Path trace = record().files(".json").get(0);

        JvmResult byTime = run(jvms.jtracer("split", trace.toString(), "--every", "20ms", "-o", "time.json"));
        JvmResult bySize = run(jvms.jtracer("split", trace.toString(), "--size", "4k", "-o", "size.json"));

        Counts inParts = Counts.of(byTime.files(".json"));
        assertThat(new Counts(inParts.calls, inParts.passes, inParts.runs, 0)).isEqualTo(ALL);
        assertThat(inParts.continued).isGreaterThan(6); // main, pause and its runs, some more than once
        assertThat(number("([0-9]+) calls, ", byTime.stderr()) + number(", ([0-9]+) runs in ", byTime.stderr()))
                .isEqualTo(ALL.calls + ALL.runs + inParts.continued);
        assertThat(byTime.stderr())
                .contains(
                        ", " + ALL.passes + " passes of callbacks, ",
                        "a call in two parts counts twice",
                        inParts.continued + " calls and runs had begun earlier");
        assertThat(bySize.stderr()).startsWith(ALL.textWithPasses() + " of ");
        for (JvmResult split : List.of(byTime, bySize)) {
            List<Path> parts = split.files(".json");
            assertThat(parts).hasSizeGreaterThan(2);
            assertReports(parts);
            JvmResult combined = run(jvms.jtracer(words(List.of("combine", "-o", "all.json"), parts)));
            assertThat(combined.stderr()).startsWith(ALL.textWithPasses() + " of ");
            assertThat(Counts.of(combined.files(".json"))).isEqualTo(ALL);
        }
    }

    private static long lines(String start, JvmResult recorded) {
        return recorded.stderr().lines().filter(line -> line.startsWith(start)).count();
    }

    /** Returns the sum of the lines {@code TRACER TOTAL}; only the name of a callback ends with its argument. */
    private static long totals(JvmResult recorded, Predicate<String> name) {
        return recorded.totals().values().stream()
                .filter(total -> name.test(total.name()))
                .mapToLong(TotalLine::count)
                .sum();
    }

    private void assertReports(List<Path> files) throws IOException {
        String report = run(jvms.jtracer(words(List.of("report"), files))).stdout();
        assertThat(report).startsWith(ALL.text() + " of ");
        assertTables(report);
        JsonReport json = JsonReport.of(jvms, files);
        Map<?, ?> facts = (Map<?, ?>) Objects.requireNonNull(json.members().get("trace"));
        assertThat(facts.get("calls") + " calls, " + facts.get("runs") + " runs")
                .isEqualTo(ALL.text());
        assertThat(sum(json.column("methods", "name", "count"))).isEqualTo(ALL.calls);
        JvmResult page = run(jvms.jtracer(words(List.of("report", "-o", "report.html"), files)));
        assertThat(Files.readString(page.files(".html").get(0)))
                .contains("\"calls\":" + ALL.calls + ",\"runs\":" + ALL.runs + ",");
    }

    /** Checks the sums of the tables of methods and callbacks. */
    private static void assertTables(String text) {
        assertThat(column(0, "Methods, by self:", text)).isEqualTo(ALL.calls);
        assertThat(column(0, "Callbacks, by ", text)).isEqualTo(ALL.passes);
        assertThat(column(1, "Callbacks, by ", text)).isEqualTo(ALL.runs);
    }

    private static long column(int index, String title, String text) {
        return text.lines()
                .dropWhile(line -> !line.startsWith(title))
                .skip(2)
                .takeWhile(line -> line.startsWith(" "))
                .mapToLong(line -> Long.parseLong(line.trim().split(" +")[index]))
                .sum();
    }

    private static long sum(Map<String, Long> column) {
        return column.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long number(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private static String[] words(List<String> command, List<Path> files) {
        List<String> words = new ArrayList<>(command);
        files.forEach(file -> words.add(file.toString()));
        return words.toArray(String[]::new);
    }

    private JvmResult record() {
        return run(jvms.app(CountedOnce.class).agent("include=dev.jtracer.it.app.CountedOnce,print=tables+calls"));
    }

    private static JvmResult run(JvmCommand command) {
        JvmResult result = command.run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result;
    }
}
