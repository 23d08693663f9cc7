// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.cli.command.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command lines of cut, split and combine. What they make of the calls is tested in the engine. */
class CutCommandsTest {
    private static final LocalDateTime START = LocalDateTime.of(2026, 1, 31, 23, 59, 59, 500_000_000);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Path directory;
    private final Path trace;

    /** The trace: a second from 100 ms on, in it a call every 100 ms. */
    CutCommandsTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        this.trace = directory.resolve("a.json");
        Instant start = START.atZone(ZoneId.systemDefault()).toInstant();
        Files.writeString(trace, trace(recording(start), 100));
    }

    private static String recording(Instant start) {
        long micros = start.getEpochSecond() * 1_000_000 + start.getNano() / 1000;
        return "{\"ph\":\"i\",\"s\":\"p\",\"ts\":0,\"pid\":1,\"tid\":0,\"cat\":\"jtracer\",\"name\":\"recording\",\"args\":{"
                + "\"startEpochMicros\":" + micros + "}},\n";
    }

    private static String trace(String head, int firstMillis) {
        StringBuilder json = new StringBuilder("[\n").append(head);
        event(json, 'b', firstMillis, "outer");
        for (int i = 0; i < 10; i++) {
            event(json.append(",\n"), 'b', firstMillis + i * 100 + 10, "call" + i);
            event(json.append(",\n"), 'e', firstMillis + i * 100 + 90, "call" + i);
        }
        event(json.append(",\n"), 'e', firstMillis + 1_000, "outer");
        return json.append("\n]\n").toString();
    }

    private static void event(StringBuilder json, char phase, int millis, String name) {
        json.append("{\"ph\":\"")
                .append(phase)
                .append("\",\"ts\":")
                .append(millis)
                .append("000.000");
        json.append(",\"pid\":1,\"tid\":2,\"cat\":\"java\",\"id2\":{\"local\":\"0x2\"},\"name\":\"");
        json.append(name).append("\"}");
    }

    private int run(Object... arguments) {
        out.reset();
        err.reset();
        List<String> line = Arrays.stream(arguments).map(Object::toString).toList();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory.resolve("tracer.jar"));
        return new Main(Main.commands(), terminal).run(line);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8).trim();
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8).trim();
    }

    private static List<String> names(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.contains("\"ph\":\"b\"") && !line.contains("\"thread\":"))
                .map(line -> line.replaceAll(".*\"name\":\"([^\"]*)\".*", "$1"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "0.35s, 0.55s",
        "350ms, 550ms",
        "23:59:59.850, 00:00:00.050",
        "2026-01-31T23:59:59.85, 2026-02-01T00:00:00.05",
    })
    void cut_takesTimesFromTheStartAndOfTheClock(String from, String to) throws IOException {
        assertThat(run("cut", trace, "--from", from, "--to", to)).as(err()).isZero();

        assertThat(out()).isEqualTo(directory.resolve("a.cut.json").toString());
        assertThat(names(directory.resolve("a.cut.json"))).containsExactly("outer", "call2", "call3", "call4");
        assertThat(err())
                .contains("2 calls and runs had begun earlier", "2 calls and runs went on later")
                .startsWith("4 calls of ");
    }

    @Test
    void cut_countsTheRunsAndPassesThatLoseTheirArrow() throws IOException {
        StringBuilder json = new StringBuilder("[\n");
        for (int number = 1; number <= 6; number++) {
            callback(json, number * 100, number, "pass", "flow_out");
        }
        for (int number = 1; number <= 6; number++) {
            callback(json, number * 100 + 650, number, "callback", "flow_in");
        }
        Files.writeString(
                trace,
                json.append("{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\"}]")
                        .toString());

        assertThat(run("cut", trace, "--from", "0.4s", "--to", "0.9s"))
                .as(err())
                .isZero();
        assertThat(err())
                .contains(
                        "no arrow for 3 runs without a pass and 2 passes without a run in the same part; some may have none anywhere");
        assertThat(run("cut", trace, "--from", "0s", "--to", "2s", "-o", directory.resolve("all.json")))
                .as(err())
                .isZero();
        assertThat(err()).doesNotContain("arrow");
        assertThat(run("split", trace, "--every", "0.5s")).as(err()).isZero();
        assertThat(err()).contains("no arrow for 6 runs without a pass and 6 passes without a run in the same part");
    }

    private static void callback(StringBuilder json, int millis, int number, String kind, String flow) {
        for (char phase : new char[] {'b', 'e'}) {
            event(json, phase, millis, "A.apply[0]");
            json.setLength(json.length() - 1);
            json.append(
                    phase == 'b'
                            ? ",\"bind_id\":\"0x" + number + "\",\"" + flow + "\":true,\"args\":{\"" + kind
                                    + "\":true}},\n"
                            : "},\n");
        }
    }

    @Test
    void report_ofAPart_doesNotDivideTheWholesCostsByItsTime() throws IOException {
        String end = """
                ,
                {"ph":"i","s":"p","ts":1100000,"pid":1,"tid":0,"cat":"jtracer","name":"recording end",\
                "args":{"waits":1,"waitedNanos":11000000}},
                {"ph":"i","s":"p","ts":1100000,"pid":2,"tid":0,"cat":"jtracer","name":"recording end","args":{}}
                ]
                """;
        String first = recording(START.atZone(ZoneId.systemDefault()).toInstant());
        String both = first + first.replace("\"pid\":1", "\"pid\":2");
        Files.writeString(trace, Files.readString(trace).replace(first, both).replace("\n]\n", end));
        String ofWhole = "11.0 ms in all (at most 1.1 % of the traced time)";

        assertThat(run("report", trace)).as(err()).isZero();
        assertThat(out()).contains("no record lost, 1 wait for a buffer, " + ofWhole);
        assertThat(run("split", trace, "--every", "60m")).as(err()).isZero();
        run("report", out());
        assertThat(out()).contains(ofWhole);
        assertThat(run("split", trace, "--every", "0.5s", "-o", directory.resolve("b.json")))
                .as(err())
                .isZero();
        String[] parts = out().split("\n");
        run("report", parts[0]);
        assertThat(out())
                .contains("in the whole recording: no record lost, 1 wait for a buffer, 11.0 ms in all\n")
                .doesNotContain("traced time)");
        List<Object> combine = new ArrayList<>(List.of("combine", "-o", directory.resolve("c.json")));
        combine.addAll(List.of(parts));
        assertThat(run(combine.toArray())).as(err()).isZero();
        run("report", directory.resolve("c.json"));
        assertThat(out()).contains(ofWhole);
    }

    @Test
    void report_onAWindow_isThatOnTheTraceWhichCutMakes() throws IOException {
        run("cut", trace, "--from", "0.35s", "--to", "0.55s");
        run("report", directory.resolve("a.cut.json"));
        String ofCut = out();

        assertThat(run("report", trace, "--from", "0.35s", "--to", "0.55s"))
                .as(err())
                .isZero();

        // Only a trace that was written names a row by the bare id.
        assertThat(out().replace("id 0x2", "0x2").replaceAll(" +", " ")).isEqualTo(ofCut.replaceAll(" +", " "));
        assertThat(out()).contains("outer", "call2", "call4").doesNotContain("call1", "call5");
        assertThat(err()).contains("2 calls and runs had begun earlier", "2 calls and runs went on later");
        assertThat(run("report", trace, "--from", "5s")).isEqualTo(4);
        assertThat(err())
                .isEqualTo("nothing happens between --from and --to; '" + trace + "' goes from 0 s to 1.100 s");
        assertThat(run("report", trace, "--from", "3s", "--to", "2s")).isEqualTo(2);
        assertThat(err()).startsWith("--from is not before --to").hasLineCount(1);
        assertThat(run("report", trace, "--from", "0.35s", "--html")).isEqualTo(2);
        assertThat(err()).startsWith("a page or a partial report has no --from and --to");
    }

    @Test
    void report_onADirectory_skipsReports() throws IOException {
        run("report", trace);
        String alone = out();
        run("report", trace, "--json", "-o", directory.resolve("report.json"));

        assertThat(run("report", directory)).as(err()).isZero();

        assertThat(out()).isEqualTo(alone);
        assertThat(run("report", directory.resolve("report.json"))).isEqualTo(4);
        assertThat(err()).contains("a report of jtracer, not a trace").hasLineCount(1);
    }

    @Test
    void report_onADirectory_readsATraceThatBeginsWithAVersion() throws IOException {
        Files.writeString(trace, "{\"version\":1,\"traceEvents\":" + trace("", 100) + "}");

        assertThat(run("report", directory)).as(err()).isZero();

        assertThat(out()).contains("outer > call3");
    }

    @Test
    void report_onAMethod_namesTheOnesThatTheWordMayMean() {
        assertThat(run("report", trace, "--method", "call3")).as(err()).isZero();
        assertThat(out()).contains("outer > call3").doesNotContain("call2");

        assertThat(run("report", trace, "--method", "cal3")).isEqualTo(4);
        assertThat(err()).isEqualTo("the trace has no method 'cal3'; did you mean 'call3'?");
    }

    @Test
    void cut_ofATraceWithoutRecording_countsFromItsFirstEvent() throws IOException {
        Files.writeString(trace, trace("", 50_000));

        assertThat(run("cut", trace, "--from", "0.25s", "--to", "0.45s"))
                .as(err())
                .isZero();

        assertThat(names(directory.resolve("a.cut.json"))).containsExactly("outer", "call2", "call3", "call4");
        assertThat(run("cut", trace, "--from", "12:00:00")).isEqualTo(4);
        assertThat(err()).contains("does not say at which time of day it was recorded");
    }

    @Test
    void cut_outsideOfTheTrace_saysWhereItIsAndLeavesNoFile() throws IOException {
        assertThat(run("cut", trace, "--from", "5s")).isEqualTo(4);

        assertThat(err())
                .isEqualTo("nothing happens between --from and --to; '" + trace + "' goes from 0 s to 1.100 s");
        assertThat(Files.exists(directory.resolve("a.cut.json"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "--from 3s --to 2s, --from is not before --to",
                "--from soon, 'soon' after --from is no time; write one",
                "--from 25:61:00, is no time of the clock",
                "--from, TIME after --from is missing",
                "-f csv, both --from and --to are missing",
                "--form 1s, '--form' is not an option",
            })
    void cut_misused_namesTheMistakeInOneLine(String arguments, String message) {
        Object[] line = ("cut " + trace + " " + arguments).split(" ");

        assertThat(run(line)).isEqualTo(2);

        assertThat(err()).contains(message).hasLineCount(1);
    }

    @Test
    void existingFile_isNotOverwritten() throws IOException {
        Path taken = Files.writeString(directory.resolve("a.cut.json"), "mine");

        assertThat(run("cut", trace, "--from", "0.3s")).isEqualTo(4);

        assertThat(err()).contains("exists already");
        assertThat(taken).hasContent("mine");
    }

    @Test
    void split_makesAFileForEachStretch() throws IOException {
        assertThat(run("split", trace, "--every", "500ms")).as(err()).isZero();

        assertThat(out().lines())
                .containsExactly(
                        directory.resolve("a.split.json").toString(),
                        directory.resolve("a.split.part2.json").toString(),
                        directory.resolve("a.split.part3.json").toString());
        assertThat(names(directory.resolve("a.split.json")))
                .containsExactly("outer", "call0", "call1", "call2", "call3");
        assertThat(names(directory.resolve("a.split.part3.json"))).containsExactly("outer", "call9");
        assertThat(Files.readString(directory.resolve("a.split.part3.json"))).contains("\"segment\":3");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "\"\", --every or --size is missing",
                "--every 1s --size 1m, exclude each other",
                "--every 0, is not a duration",
                "--every 1us, makes more than 1000 parts",
                "--every 1s -f csv, parts are written in the format 'chrome' only",
                "--every 1s -o -, is one stream",
            })
    void split_misused_namesTheMistakeInOneLine(String arguments, String message) {
        Object[] line = ("split " + trace + " " + arguments).trim().split(" ");

        assertThat(run(line)).isEqualTo(2);

        assertThat(err()).contains(message).hasLineCount(1);
    }

    @Test
    void combine_saysWhatAlignedEachFile() throws IOException {
        Path later = directory.resolve("later.json");
        Instant start = START.plusSeconds(2).atZone(ZoneId.systemDefault()).toInstant();
        Files.writeString(later, trace(recording(start), 100));
        Path other = directory.resolve("other.json");
        Files.writeString(other, trace("", 7_000));

        assertThat(run("combine", trace, later, other, "-o", directory.resolve("all.json")))
                .as(err())
                .isZero();

        assertThat(err().lines())
                .contains(
                        "'" + trace + "': times +0.000000 s, aligned by wall clock",
                        "'" + later + "': times +2.000000 s, aligned by wall clock",
                        "'" + other + "': times unchanged, nothing relates its clock to the others",
                        "files without a common clock: let all start together with --align starts");
    }

    @Test
    void combine_letsAllStartTogether() throws IOException {
        Path other = directory.resolve("other.json");
        Files.writeString(other, trace("", 7_000));
        Path all = directory.resolve("all.json");

        assertThat(run("combine", trace, other, "-o", all, "--align", "starts"))
                .as(err())
                .isZero();

        assertThat(err().lines())
                .contains(
                        "'" + trace + "': times +0.000000 s, aligned by its start",
                        "'" + other + "': times -7.000000 s, aligned by its start");
        assertThat(Files.readAllLines(all).stream().filter(line -> line.contains("call0") && line.contains("\"b\"")))
                .hasSize(2)
                .anyMatch(line -> line.contains("\"ts\":10000.000"))
                .anyMatch(line -> line.contains("\"ts\":110000.000"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "a.json a.json, the name of the combined trace is missing",
                "a.json -o b.json, a second file to combine with is missing",
                "a.json b.json -o c.json --align ends, 'ends' after --align is neither",
            })
    void combine_misused_namesTheMistakeInOneLine(String arguments, String message) {
        Object[] line = ("combine " + arguments).split(" ");

        assertThat(run(line)).isEqualTo(2);

        assertThat(err()).contains(message).hasLineCount(1);
    }
}
