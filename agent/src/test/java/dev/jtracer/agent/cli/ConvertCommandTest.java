// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.cli.command.StandardOutput;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.output.SteadyFiles;
import dev.jtracer.engine.jtr.ChunkHeader;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SingleFile;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Path directory;
    private final Path recording;

    ConvertCommandTest(@TempDir Path directory) {
        this.directory = directory;
        this.recording = directory.resolve("a.jtr");
    }

    private int run(Object... arguments) {
        List<String> line = Arrays.stream(arguments).map(Object::toString).toList();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                directory.resolve("tracer.jar"));
        return new Main(Main.commands(), terminal).run(line);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void recording_becomesTheTraceThatTheJvmWouldHaveWritten() throws IOException {
        record(3, true);

        assertThat(run("convert", recording)).isZero();

        Path trace = directory.resolve("wanted.json");
        assertThat(out()).isEqualTo(trace + System.lineSeparator());
        assertThat(err()).matches("3 calls of 6 records in \\d+ ms\\R");
        assertThat(Files.readString(trace))
                .startsWith("[")
                .contains("\"a.A.x\"")
                .endsWith("]\n");
        assertThat(recording).exists();
    }

    @Test
    void trace_goesWhereTheUserWants() throws IOException {
        record(3, true);
        Path wanted = directory.resolve("other.json.gz");

        assertThat(run("convert", recording, "-o", wanted)).isZero();

        try (InputStream in = new GZIPInputStream(Files.newInputStream(wanted))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains("\"a.A.x\"");
        }
    }

    @Test
    void traceLargerThanASegment_hasParts() throws IOException {
        record(3_000, true);

        assertThat(run("convert", recording, "segment=100k")).isZero();

        assertThat(out().lines())
                .hasSizeGreaterThan(1)
                .startsWith(
                        directory.resolve("wanted.json").toString(),
                        directory.resolve("wanted.part2.json").toString())
                .allMatch(file -> Files.exists(Path.of(file)));
    }

    @Test
    void shortCalls_areCountedWhenDropped() throws IOException {
        record(3, true);

        assertThat(run("convert", recording, "min=1ms")).isZero();

        assertThat(err().lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("0 calls of 6 records in "))
                .contains("3 calls shorter than the limit, dropped; lower min=");
    }

    @Test
    void spoolOfAKilledJvm_leadsToItsRecording() throws IOException {
        record(3, false);
        Path spool = directory.resolve("a.spool");
        ByteBuffer header = ByteBuffer.allocate(SpoolLayout.SPOOL_HEADER_BYTES).order(ByteOrder.nativeOrder());
        header.putLong(0, SpoolLayout.SPOOL_MAGIC);
        header.putLong(SpoolLayout.SPOOL_CHUNK_BYTES, 1 << 14);
        header.putLong(SpoolLayout.SPOOL_PROCESS, 7);
        header.putLong(SpoolLayout.SPOOL_START_NANOS, 1_000);
        Files.write(spool, header.array());

        assertThat(run("convert", spool)).isZero();

        assertThat(err())
                .contains(
                        "3 calls of 6 records, 0 of them saved from the spool, because the JVM was killed or could not write");
    }

    @Test
    void traceThatIsThere_isNotTouched() throws IOException {
        record(3, true);
        Path trace = Files.writeString(directory.resolve("wanted.json"), "mine");

        assertThat(run("convert", recording)).isEqualTo(4);

        assertThat(err())
                .isEqualTo("'" + trace + "' exists already; remove it or name another file" + System.lineSeparator());
        assertThat(trace).hasContent("mine");
    }

    @Test
    void partThatIsThere_leavesNoOtherPart() throws IOException {
        record(3_000, true);
        Path second = Files.writeString(directory.resolve("wanted.part2.json"), "mine");

        assertThat(run("convert", recording, "segment=100k")).isEqualTo(4);

        assertThat(err()).startsWith("'" + second + "' exists already");
        assertThat(second).hasContent("mine");
        assertThat(directory.resolve("wanted.json")).doesNotExist();
    }

    @Test
    void directoryThatIsMissing_isNamed() throws IOException {
        record(3, true);
        Path nowhere = directory.resolve("no/such/trace.json");

        assertThat(run("convert", recording, "-o", nowhere)).isEqualTo(4);

        assertThat(err())
                .isEqualTo("the directory of '" + nowhere
                        + "' does not exist; create it or name a file elsewhere with -o" + System.lineSeparator());
    }

    @Test
    void damagedFrame_isNamedBesideTheRest() throws IOException {
        record(3, true);
        byte[] bytes = Files.readAllBytes(recording);
        int chunk = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("lostEvents") - 20;
        for (int i = chunk; i < chunk + 6; i++) {
            bytes[i] = (byte) 0xff;
        }
        Files.write(recording, bytes);

        assertThat(run("convert", recording)).isZero();

        assertThat(err())
                .contains("'" + recording.getFileName() + "' is damaged from byte ")
                .contains("; the records before and behind it were read, those in it are lost");
        assertThat(directory.resolve("wanted.json")).content().contains("is damaged from byte ");
    }

    @Test
    void verify_saysWhetherARecordingIsWhole() throws IOException {
        record(3, true);

        assertThat(run("verify", recording)).isZero();
        assertThat(out()).isEqualTo("'" + recording + "' is whole\n");

        byte[] bytes = Files.readAllBytes(recording);
        bytes[bytes.length / 2] ^= 1;
        Files.write(recording, bytes);

        assertThat(run("verify", recording)).isEqualTo(1);
        assertThat(out()).contains("'" + recording.getFileName() + "' is damaged from byte ");
        assertThat(err()).isEqualTo("'" + recording + "' is not whole; convert saves what is" + System.lineSeparator());

        run("report", recording);
        assertThat(out()).contains("how many records were lost is not known", "' is damaged from byte ");

        run("convert", recording, "-o", directory.resolve("saved.json"));
        run("report", directory.resolve("saved.json"));
        assertThat(out()).contains("how many records were lost is not known", "' is damaged from byte ");
    }

    @Test
    void verify_readsTheRecordsOfEachFrame() throws IOException {
        recordWords(6_000, 3, true);
        assertThat(run("verify", recording)).isZero();

        byte[] bytes = Files.readAllBytes(recording);
        bytes[bytes.length / 6] ^= 1; // in the middle of the first of three frames
        Files.write(recording, bytes);

        assertThat(run("verify", recording)).isEqualTo(1);
        assertThat(out()).contains("'" + recording.getFileName() + "' is damaged from byte ");
    }

    @Test
    void fileThatIsNoRecording_isSaidToBeNone() throws IOException {
        Files.writeString(recording, "{\"traceEvents\": []}");

        assertThat(run("convert", recording)).isEqualTo(4);

        assertThat(err())
                .isEqualTo(
                        "'" + recording + "' is no recording of jtracer; name another file" + System.lineSeparator());
    }

    @Test
    void directory_isSaidToBeOne() {
        assertThat(run("convert", directory)).isEqualTo(4);
        assertThat(run("convert", "/")).isEqualTo(4);
        assertThat(err())
                .startsWith("'" + directory + "' is a directory without a recording or trace; name a file")
                .contains("'/' is a directory");
    }

    @Test
    void missingFile_isAnInputError() {
        assertThat(run("convert", directory.resolve("none.jtr"))).isEqualTo(4);
        assertThat(err()).contains("none.jtr' does not exist; name a .jtr or .spool file");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            convert                    | the file is missing
            convert a.jtr -o           | FILE after -o is missing
            convert a.jtr -f           | FORMAT after -f is missing
            convert a.jtr --fast       | '--fast' is not an option of convert; see java -jar tracer.jar help convert
            convert a.jtr fast=1       | 'fast=1' is neither a file nor an option
            convert a.jtr depth=many   | 'many' is not
            convert a.jtr depth=5000   | depth '5000' is not in 2 to 512
            """)
    void misuse_isOneLineAndExitCode2(String line, String message) throws IOException {
        record(1, true);
        String[] words = line.trim().replace("a.jtr", recording.toString()).split(" ");

        assertThat(run((Object[]) words)).isEqualTo(2);

        assertThat(err()).startsWith(message).containsPattern("; (write|see) ").hasLineCount(1);
        assertThat(out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            chrome-x   | a.chrome-x.json       | "ph":"X"
            perfetto   | a.pftrace             | A.x
            speedscope | a.speedscope.json     | "type":"evented"
            collapsed  | a.collapsed.txt       | [thread-21 tid=21];a.A.x 3
            devtools   | a.devtools.json       | blink.user_timing
            csv        | a.csv                 | ,a.A.x,0,0,
            otlp       | a.otlp.json           | "name":"A.x"
            """)
    void recording_becomesATraceInEveryFormat(String format, String file, String part) throws IOException {
        record(30, true);

        assertThat(run("convert", recording, "-f", format)).isZero();

        Path trace = directory.resolve(file);
        assertThat(out()).isEqualTo(trace + System.lineSeparator());
        assertThat(err()).startsWith("30 calls of ");
        assertThat(Files.readString(trace, StandardCharsets.ISO_8859_1)).contains(part);
    }

    @Test
    void trace_becomesATraceInAnotherFormat() throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), """
                [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":5000,"name":"outer"},
                {"ph":"X","pid":1,"tid":1,"ts":12,"dur":2,"name":"inner"},
                {"ph":"X","pid":1,"tid":1,"ts":20""");
        Path wanted = directory.resolve("out.csv.gz");

        assertThat(run("convert", input, "-f", "csv", "-o", wanted, "min=1ms")).isZero();

        try (InputStream in = new GZIPInputStream(Files.newInputStream(wanted))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .containsExactly(
                            "pid,tid,thread,depth,start_ns,duration_ns,self_ns,name,threw,unfinished,args",
                            "1,1,thread-1,0,10000,5000000,4998000,outer,0,0,");
        }
        assertThat(err().lines())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("1 call of 2 events in "))
                .anyMatch(line -> line.startsWith("1 time: the file ends in the middle"))
                .anyMatch(line -> line.startsWith("1 call shorter than the limit, dropped"));
    }

    @Test
    void eventsThatDoNotPairUp_areCounted() throws IOException {
        Path trace = Files.writeString(directory.resolve("a.json"), """
                [{"ph":"E","pid":1,"tid":1,"ts":5,"name":"before"},
                {"ph":"B","pid":1,"tid":1,"ts":10,"name":"whole"},
                {"ph":"E","pid":1,"tid":1,"ts":20,"name":"whole"},
                {"ph":"B","pid":1,"tid":1,"ts":30,"name":"open"}]""");

        assertThat(run("convert", trace, "-f", "chrome-x")).isZero();

        assertThat(err().lines().skip(1)).containsExactly("1 begin without an end", "1 end without a begin, dropped");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            out.csv             | pid,tid,thread
            out.CSV             | pid,tid,thread
            out.json            | "ph":"b"
            out.chrome-x.json   | "ph":"X"
            out.speedscope.json | "type":"evented"
            out.collapsed.txt   | [thread-1 tid=1];a.A.x 5
            out.folded          | [thread-1 tid=1];a.A.x 5
            out.devtools.json   | blink.user_timing
            out.pftrace         | A.x
            out.perfetto-trace  | A.x
            """)
    void format_followsTheNameOfTheOutput(String name, String part) throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), CALL.formatted("x"));

        assertThat(run("convert", input, "-o", directory.resolve(name))).isZero();

        assertThat(Files.readString(directory.resolve(name), StandardCharsets.ISO_8859_1))
                .contains(part);
        assertThat(err()).hasLineCount(1);
    }

    @Test
    void formatOfARecording_followsTheNameOfTheOutputToo() throws IOException {
        record(3, true);
        Path wanted = directory.resolve("out.csv");

        assertThat(run("convert", recording, "-o", wanted)).isZero();

        assertThat(wanted).content().startsWith("pid,tid,thread");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            -f csv -o out.json               | ' is named as a file of format chrome; writing csv, as -f says
            -o out.speedscope.json -f chrome | ' is named as a file of format speedscope; writing chrome, as -f says
            -o out.txt                       | ' has no extension of a format; writing chrome, name another format with -f
            """)
    void nameOfAnotherFormat_isSaid(String arguments, String message) throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), CALL.formatted("x"));
        List<Object> line = new ArrayList<>(List.of("convert", input));
        for (String argument : arguments.split(" ")) {
            line.add(argument.startsWith("out.") ? directory.resolve(argument) : argument);
        }

        assertThat(run(line.toArray())).isZero();

        assertThat(err().lines()).hasSize(2).first().asString().endsWith(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            -o out.html   | 'out.html' is named as a report; write java -jar tracer.jar report FILE -o out.html
            -f svg        | unknown format 'svg'; that is a report: java -jar tracer.jar report FILE -o report.svg
            -f flamegraph | unknown format 'flamegraph'; that is a report: java -jar tracer.jar report FILE -o report.html
            -f crome      | unknown format 'crome'; did you mean 'chrome'?
            """)
    void formOfAReport_isRefusedWithTheCommand(String arguments, String message) throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), CALL.formatted("x"));
        List<Object> line = new ArrayList<>(List.of("convert", input));
        line.addAll(List.of(arguments.split(" ")));

        assertThat(run(line.toArray())).isEqualTo(2);

        assertThat(err().strip()).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-f chrome-x -o out.json", "-f csv -o out.txt", "-f csv -o out.csv.gz"})
    void nameThatFits_needsNoWord(String arguments) throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), CALL.formatted("x"));
        List<Object> line = new ArrayList<>(List.of("convert", input));
        for (String argument : arguments.split(" ")) {
            line.add(argument.startsWith("out.") ? directory.resolve(argument) : argument);
        }

        assertThat(run(line.toArray())).isZero();

        assertThat(err()).hasLineCount(1);
    }

    @Test
    void stdout_holdsTheTraceAlone() throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), CALL.formatted("x"));

        assertThat(run("convert", input, "-f", "csv", "-o", "-")).isZero();

        assertThat(out().lines())
                .containsExactly(
                        "pid,tid,thread,depth,start_ns,duration_ns,self_ns,name,threw,unfinished,args",
                        "1,1,thread-1,0,10000,5000,5000,a.A.x,0,0,");
        assertThat(err()).matches("1 call of 1 event in \\d+ ms\\R");
        assertThat(Path.of("-")).doesNotExist();
    }

    @Test
    void stdout_holdsARecordingsTraceInOnePart() throws IOException {
        record(3, true);

        assertThat(run("convert", recording, "-o", "-")).isZero();

        assertThat(out()).startsWith("[").contains("\"a.A.x\"").endsWith("]\n");
        assertThat(directory.resolve("wanted.json")).doesNotExist();
    }

    @Test
    void stdoutThatIsFull_isAnOutputError() throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), CALL.formatted("x"));
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        int exitCode = Main.run(
                List.of("convert", input.toString(), "-o", "-"),
                directory.resolve("tracer.jar"),
                new StandardOutput(full, () -> false),
                new PrintStream(err, true, StandardCharsets.UTF_8));

        assertThat(exitCode).isEqualTo(4);
        assertThat(err())
                .isEqualTo("cannot write to stdout: No space left on device; direct it to another file or program"
                        + System.lineSeparator());
    }

    @Test
    void segmentsOnStdout_areMisuse() throws IOException {
        record(3, true);

        assertThat(run("convert", recording, "-o", "-", "segment=100k")).isEqualTo(2);

        assertThat(err()).startsWith("'segment' makes several files, and -o - is one stream; omit one of them");
    }

    private static final String CALL = "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":5,\"name\":\"a.A.%s\"}]";

    private List<String> csvOf(Path... inputs) throws IOException {
        Path wanted = directory.resolve("out.csv");
        List<Object> line = new ArrayList<>(List.of("convert"));
        line.addAll(List.of(inputs));
        line.addAll(List.of("-f", "csv", "-o", wanted));
        assertThat(run(line.toArray())).as(err()).isZero();
        return Files.readAllLines(wanted);
    }

    @Test
    void gzipFile_isUnpacked() throws IOException {
        Path input = directory.resolve("in.json.gz");
        try (OutputStream file = new GZIPOutputStream(Files.newOutputStream(input))) {
            file.write(CALL.formatted("x").getBytes(StandardCharsets.UTF_8));
        }

        assertThat(csvOf(input)).hasSize(2).last().asString().contains(",10000,5000,5000,a.A.x,");
    }

    @Test
    void zipFile_givesOneTraceOfItsParts() throws IOException {
        Path input = directory.resolve("in.zip");
        try (ZipOutputStream file = new ZipOutputStream(Files.newOutputStream(input))) {
            for (String name : List.of("x", "y")) {
                file.putNextEntry(new ZipEntry(name + ".json"));
                file.write(CALL.formatted(name).getBytes(StandardCharsets.UTF_8));
            }
        }

        assertThat(csvOf(input))
                .hasSize(3)
                .anyMatch(row -> row.contains("a.A.x"))
                .anyMatch(row -> row.contains("a.A.y"));
    }

    @Test
    void collapsedStacks_areCalls() throws IOException {
        // More lines than are read to detect the format.
        String stacks = "[main tid=7];a.A.x;a.A.y 3\n" + "[main tid=7];a.A.x 1\n".repeat(100) + "no stack\n";
        Path input = Files.writeString(directory.resolve("in.txt"), stacks);

        assertThat(csvOf(input))
                .containsExactly(
                        "pid,tid,thread,depth,start_ns,duration_ns,self_ns,name,threw,unfinished,args",
                        "1,7,main,0,0,103000,100000,a.A.x,0,0,",
                        "1,7,main,1,0,3000,3000,a.A.y,0,0,");
        assertThat(err().lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("1 time: a line is no stack with a count")
                        && line.endsWith("line 102: 'no stack'"));
    }

    @Test
    void flightRecording_isRead() throws IOException {
        Path input = directory.resolve("in.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            new Marker().commit();
            recording.stop();
            recording.dump(input);
        }

        assertThat(run("convert", input, "-o", directory.resolve("out.json")))
                .as(err())
                .isZero();

        assertThat(directory.resolve("out.json")).content().contains("test.Marker");
    }

    @Name("test.Marker")
    private static final class Marker extends Event {}

    /** Each says when it began, as a recording of jtracer does, whose partial reports have no samples. */
    @Test
    void flightRecordings_areOneReport() throws Exception {
        Path input = directory.resolve("in.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
            recording.start();
            double sum = 0;
            for (long end = System.nanoTime() + 300_000_000; System.nanoTime() < end; ) {
                sum += Math.sin(sum);
            }
            assertThat(sum).isNotNaN();
            recording.stop();
            recording.dump(input);
        }
        Path copy = Files.copy(input, directory.resolve("copy.jfr"));

        long alone = samples(input);

        assertThat(alone).isPositive();
        assertThat(samples(input, copy)).isEqualTo(2 * alone);
    }

    private long samples(Object... inputs) {
        List<Object> line = new ArrayList<>(List.of("report", "--json"));
        line.addAll(List.of(inputs));
        out.reset();
        assertThat(run(line.toArray())).as(err()).isZero();
        Matcher count = Pattern.compile("\"samples\":\\{\"count\":(\\d+)").matcher(out());
        assertThat(count.find()).isTrue();
        return Long.parseLong(count.group(1));
    }

    @Test
    void recordingAndItsTrace_areNotTwoRecordingsOfASide() throws IOException {
        record(3, true);
        assertThat(run("convert", recording)).isZero();
        Path trace = directory.resolve("wanted.json");

        assertThat(run("diff", recording, trace)).as(err()).isZero();
        err.reset();
        assertThat(run("diff", recording, "--", recording, trace)).isEqualTo(4);

        assertThat(err())
                .isEqualTo("'" + trace + "' is of the same recording as '" + recording + "'; name one of them"
                        + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource({"--segment=5m, is not an option of split", "segment=5m, is neither a file nor an option"})
    void splitWithSegments_isMisuse(String segment, String message) throws IOException {
        record(3, true);

        assertThat(run("split", recording, "--every=1s", segment)).isEqualTo(2);

        assertThat(err()).startsWith("'" + segment.replaceFirst("^(--\\w+)=.*", "$1") + "' " + message);
    }

    @Test
    void twoFiles_becomeOneTrace() throws IOException {
        Path first = Files.writeString(directory.resolve("first.json"), CALL.formatted("x"));
        Path second = Files.writeString(directory.resolve("second.json"), CALL.formatted("y"));

        assertThat(csvOf(first, second))
                .hasSize(3)
                .anyMatch(row -> row.contains("a.A.x"))
                .anyMatch(row -> row.contains("a.A.y"));
        assertThat(err().lines()).allMatch(line -> line.matches("\\d+ (times?: |calls? of ).*"));
    }

    @Test
    void recordingAndTrace_becomeOneTrace() throws IOException {
        record(3, true);
        Path second = Files.writeString(directory.resolve("second.json"), CALL.formatted("y"));

        assertThat(csvOf(recording, second)).hasSize(5);
        assertThat(err()).startsWith("4 calls of ");
    }

    @Test
    void secondFileThatIsMissing_isNamed() throws IOException {
        Path first = Files.writeString(directory.resolve("first.json"), CALL.formatted("x"));
        Path missing = directory.resolve("none.json");

        assertThat(run("convert", first, missing, "-f", "csv")).isEqualTo(4);

        assertThat(err())
                .startsWith("'" + missing + "' does not exist; name a trace")
                .hasLineCount(1);
        assertThat(directory.resolve("first.csv")).doesNotExist();
    }

    @Test
    void traceOfAnotherFormat_isNotTouchedEither() throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), "[]");

        assertThat(run("convert", input)).isEqualTo(4);

        assertThat(err()).startsWith("'" + input + "' is the input; name another file with -o");
        assertThat(input).hasContent("[]");
    }

    @Test
    void fileThatIsNoTrace_isUserDataAndLeavesNothing() throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), "{\"a\": 1}");
        Path wanted = directory.resolve("out.csv");

        assertThat(run("convert", input, "-f", "csv", "-o", wanted)).isEqualTo(4);

        assertThat(err()).contains("no 'traceEvents'").hasLineCount(1);
        assertThat(wanted).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a.cpuprofile      | {"nodes":[{"id":1,"callFrame":{}}],"samples":[1]} | no 'traceEvents'
            a.speedscope.json | {"shared":{"frames":[]},"profiles":[]}            | no 'traceEvents'
            a.json            | {"meta":{"processType":0},"threads":[]}           | no 'traceEvents'
            a.txt             | # tracer: nop                                     | no trace that can be imported; convert it to one of:
            a.log             | [0.005s][info][gc] Using G1                       | no trace that can be imported; convert it to one of:
            a.html            | <!DOCTYPE html><script class="trace-data" type="application/text"># tracer: nop</script> | no trace
            """)
    void formatOfAnotherTool_isNoTrace(String name, String content, String message) throws IOException {
        Path input = Files.writeString(directory.resolve(name), content);

        assertThat(run("convert", input, "-f", "csv", "-o", directory.resolve("out.csv")))
                .isEqualTo(4);

        assertThat(err()).startsWith("'" + input + "': ").contains(message).hasLineCount(1);
        assertThat(directory.resolve("out.csv")).doesNotExist();
    }

    @Test
    void packedFormatOfAnotherTool_isNoTrace() throws IOException {
        Path input = directory.resolve("cpu.pb.gz");
        try (OutputStream file = new GZIPOutputStream(Files.newOutputStream(input))) {
            file.write(new byte[] {10, 4, 8, 1, 16, 2, 10, 4, 8, 3, 16, 4, 18, 5, 8, 1, 16, 1, 24, 1});
        }

        assertThat(run("convert", input, "-f", "csv")).isEqualTo(4);

        assertThat(err())
                .contains("cpu.pb': no trace that can be imported; convert it to one of: ")
                .hasLineCount(1);
    }

    @Test
    void flightRecordingOfAnotherVersion_isNamed() throws IOException {
        Path input = directory.resolve("old.jfr");
        byte[] head = new byte[100];
        System.arraycopy("FLR\0\0\1\0\0".getBytes(StandardCharsets.ISO_8859_1), 0, head, 0, 8);
        Files.write(input, head);

        assertThat(run("convert", input, "-f", "csv")).isEqualTo(4);

        assertThat(err())
                .isEqualTo("'" + input + "': a JFR recording of version 1.0, and only version 2 can be imported;"
                        + " it is of Oracle's Java 7 or 8: open it in JDK Mission Control" + System.lineSeparator());
    }

    @Test
    void openCallsOfARecording_areCountedAsThoseOfATrace() throws IOException {
        recordWords(5, true);

        assertThat(run("convert", recording, "-o", directory.resolve("out.json")))
                .isZero();
        assertThat(err().lines().skip(1)).containsExactly("1 begin without an end");

        err.reset();
        assertThat(run("convert", recording, "-o", directory.resolve("out.csv")))
                .isZero();
        assertThat(err().lines()).contains("1 begin without an end");
    }

    @Test
    void arrowsOfOtherTraces_bindToSpansOfTheirThreads() throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), """
                [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":50,"name":"from"},
                {"ph":"s","pid":1,"tid":1,"ts":20,"id":7,"cat":"c","name":"go"},
                {"ph":"X","pid":1,"tid":2,"ts":30,"dur":50,"name":"over"},
                {"ph":"t","pid":1,"tid":2,"ts":40,"id":7,"cat":"c","name":"go"},
                {"ph":"f","pid":1,"tid":3,"ts":45,"id":7,"cat":"c","name":"go"},
                {"ph":"X","pid":1,"tid":3,"ts":50,"dur":5,"name":"to"},
                {"ph":"s","pid":1,"tid":1,"ts":46,"id":7,"cat":"c","name":"go"},
                {"ph":"f","pid":1,"tid":3,"ts":53,"id":7,"cat":"c","name":"go","bp":"e"},
                {"ph":"s","pid":1,"tid":1,"ts":55,"id":8,"cat":"c","name":"go"}]""");
        Path trace = directory.resolve("out.json");

        assertThat(run("convert", input, "-o", trace)).isZero();

        assertThat(err().lines().skip(1)).containsExactly("1 arrow of which the trace has only one end, dropped");
        assertThat(Files.readAllLines(trace).stream()
                        .filter(line -> line.contains("bind_id"))
                        .map(line -> line.replaceAll(
                                ".*\"ts\":([0-9.]+),.*\"tid\":(\\d+).*\"name\":\"(.*)\",\"bind_id\":\"0x\\d+(\\d)\",(.*)},",
                                "$1 $2 $3 $4 $5")))
                .containsExactlyInAnyOrder(
                        "10.000 1 from 0 \"flow_out\":true",
                        "30.000 2 over 0 \"flow_in\":true,\"flow_out\":true",
                        "50.000 3 to 0 \"flow_in\":true",
                        "46.000 1 go 1 \"flow_out\":true",
                        "53.000 3 go 1 \"flow_in\":true",
                        "55.000 1 go 2 \"flow_out\":true");
        assertThat(Files.readString(trace)).doesNotContain("\"ph\":\"s\"", "\"ph\":\"t\"", "\"ph\":\"f\"");

        err.reset();
        assertThat(run("convert", trace, "-o", directory.resolve("again.pftrace")))
                .isZero();
        assertThat(err().lines().skip(1)).allMatch(line -> line.contains(" arrows of which"));
    }

    @Test
    void stacksWithoutTime_areCounted() throws IOException {
        Path input = Files.writeString(directory.resolve("in.json"), """
                [{"ph":"X","pid":1,"tid":1,"ts":10,"dur":50,"name":"a"},
                {"ph":"X","pid":1,"tid":1,"ts":20,"dur":0,"name":"b"},
                {"ph":"X","pid":1,"tid":1,"ts":30,"dur":5,"name":"c"},
                {"ph":"X","pid":1,"tid":1,"ts":30,"dur":5,"name":"d"},
                {"ph":"X","pid":1,"tid":1,"ts":90,"dur":0,"name":"e"}]""");

        assertThat(run("convert", input, "-o", directory.resolve("out.folded"))).isZero();

        assertThat(err().lines().skip(1))
                .containsExactly(
                        "2 stacks shorter than half a microsecond, dropped; 'csv' and 'speedscope' keep the calls");
    }

    @Test
    void missingTrace_isAnInputError() {
        assertThat(run("convert", directory.resolve("none.json"), "-f", "csv")).isEqualTo(4);
        assertThat(err()).contains("none.json' does not exist; name a trace, or a .jtr or .spool file");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            speedscop | did you mean 'speedscope'?
            pdf       | take one of chrome, chrome-x, perfetto, firefox, speedscope, collapsed, devtools, csv, otlp
            """)
    void unknownFormat_namesTheNextStep(String format, String nextStep) {
        assertThat(run("convert", recording, "-f", format)).isEqualTo(2);
        assertThat(err()).isEqualTo("unknown format '" + format + "'; " + nextStep + System.lineSeparator());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "long"})
    void unknownFormOfNames_isRefused(String form) {
        assertThat(run("convert", recording, "-f", "csv", "--names", form)).isEqualTo(2);
        assertThat(err()).startsWith("'" + form + "' after --names is not 'short' or 'full'");
    }

    private void record(int calls, boolean ended) throws IOException {
        recordWords(2 * calls, ended);
    }

    private void recordWords(int count, boolean ended) throws IOException {
        recordWords(count, 1, ended);
    }

    private void recordWords(int count, int chunks, boolean ended) throws IOException {
        RecordingHeader ofRecording =
                new RecordingHeader(7, 1_000, 0, 1 << 14, "a.spool", "wanted.json", "Main", 0, 0, Map.of());
        try (RecordingWriter writer =
                WrittenRecording.writer(new SingleFile(SteadyFiles.INSTANCE.create(recording)), ofRecording)) {
            writer.names(1, List.of("a.A.x"));
            long[] words = new long[count];
            for (int i = 0; i < words.length; i++) {
                words[i] = (long) i * 100 << SpoolLayout.DELTA_SHIFT | 1 << SpoolLayout.KIND_BITS | i % 2;
            }
            for (int i = 0; i < chunks; i++) {
                ChunkHeader header = new ChunkHeader(1, 1 + i, 1_000 + 100L * count * i, 21, 21, 0);
                writer.chunk(header, 0, 21, words, 0, words.length);
            }
            if (ended) {
                writer.end(1_000_000, Map.of("lostEvents", "0"));
            }
        }
    }
}
