// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JtracerSparkTest {
    private static Path directory = Path.of("");

    private static SparkSession spark = LocalSpark.session();
    private static String one = "";
    private static String two = "";

    @BeforeAll
    static void record(@TempDir Path temporary) throws IOException {
        directory = temporary;
        spark = LocalSpark.session();
        one = Recorded.run(directory.resolve("one.jtr"), 300).toString();
        two = Recorded.run(directory.resolve("two.jtr"), 600).toString();
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    /** The exit code and the output of a command. */
    private record Result(int exitCode, String out, String err) {}

    private static Result run(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = JtracerSpark.run(
                List.of(words),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Result(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void report_printsTheTextOfTheTracersOwnCommand() throws IOException {
        Result result = run("report", one, two);

        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).isEqualTo(Recorded.command(directory, "report", one, two));
    }

    @Test
    void report_writesJsonPartialReportAndTables() throws IOException {
        Path json = directory.resolve("report.json");
        Path part = directory.resolve("report.part");
        Path tables = directory.resolve("tables");

        Result result = run(
                "report",
                one,
                "--top",
                "5",
                "--json",
                json.toString(),
                "--partial",
                part.toString(),
                "--parquet",
                tables.toString());

        assertThat(result).isEqualTo(new Result(0, "", ""));
        assertThat(json).hasContent(Recorded.command(directory, "report", one, "--top", "5", "--json"));
        assertThat(Recorded.command(directory, "report", "--merge", part.toString(), "--top", "5", "--json"))
                .isEqualTo(Files.readString(json));
        Row step = spark.read()
                .parquet(tables.resolve("methods").toString())
                .where("name like '%.step'")
                .select("count", "name")
                .head();
        assertThat(step.getLong(0)).isEqualTo(300 * 50);
        assertThat(spark.read()
                        .parquet(tables.resolve("slowestCalls").toString())
                        .count())
                .isEqualTo(5);
        assertThat(spark.read().parquet(tables.resolve("paths").toString()).count())
                .isPositive();
    }

    @Test
    void diff_isThatOfTheTracersOwnCommand() throws IOException {
        Path json = directory.resolve("diff.json");

        Result text = run("diff", one, "--", two);
        Result file = run("diff", one, "--json", json.toString(), "--", two);

        assertThat(text.err()).isEmpty();
        assertThat(text.out()).isEqualTo(Recorded.command(directory, "diff", one, "--", two));
        assertThat(file).isEqualTo(new Result(0, "", ""));
        assertThat(json).hasContent(Recorded.command(directory, "diff", one, "--", two, "--json"));
    }

    @Test
    void diff_refusesARecordingThatIsTwiceOnASide() throws IOException {
        Path copy = Files.copy(Path.of(one), directory.resolve("one-copy.jtr"));

        Result result = run("diff", two, "--", one, copy.toString());

        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(result.err())
                .matches("'.*' is of the same recording as '.*'; name one of them\n")
                .contains("one-copy.jtr");
        Files.delete(copy);
    }

    @Test
    void mistakes_areAnsweredByTheirCauseAndTheNextStep() throws IOException {
        Path taken = Files.writeString(directory.resolve("taken"), "");

        assertThat(run()).satisfies(result -> {
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).startsWith("the command is missing; write report or diff");
        });
        assertThat(run("reprot")).satisfies(result -> {
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).startsWith("'reprot' is no command; write report or diff");
        });
        assertThat(run("report")).isEqualTo(new Result(2, "", "the path is missing; write report PATH...\n"));
        assertThat(run("report", one, "--top", "x"))
                .isEqualTo(new Result(2, "", "'x' after --top is no number; write --top 20\n"));
        assertThat(run("report", one, "--josn", "x").err()).startsWith("'--josn' is no option");
        assertThat(run("report", one, "--json"))
                .isEqualTo(new Result(2, "", "the value of '--json' is missing; write --json FILE\n"));
        for (String option : List.of("--json", "--partial", "--parquet")) {
            // Before the recordings are looked for: reading them may take hours.
            assertThat(run("report", directory + "/none", option, taken.toString()))
                    .isEqualTo(new Result(4, "", "'" + taken + "' exists already; name another or delete it\n"));
        }
        assertThat(run("report", directory + "/none")).satisfies(result -> {
            assertThat(result.exitCode()).isEqualTo(4);
            assertThat(result.err()).contains("names no further file");
        });
        assertThat(run("diff", one))
                .isEqualTo(new Result(2, "", "the path is missing; write diff PATH... -- PATH...\n"));
    }

    @Test
    void damage_isNamedWithItsFile() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(one));
        bytes[Long.BYTES - 1] = '?'; // the version in the file's mark
        Path damaged = Files.write(directory.resolve("damaged.jtr"), bytes);

        Result result = run("report", damaged.toString());

        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(result.err().lines()).singleElement().asString().contains("damaged.jtr");
        Files.delete(damaged);
    }

    @Test
    void damagedFrame_isInTheReport() throws IOException {
        byte[] bytes = Files.readAllBytes(Path.of(one));
        bytes[Long.BYTES] = '?'; // the type of the first frame, behind the file's mark
        Path damaged = Files.write(directory.resolve("damaged.jtr"), bytes);

        Result result = run("report", damaged.toString());

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("1 time: the file is damaged", "how many records were lost is not known")
                .doesNotContain("no record lost");
        Files.delete(damaged);
    }
}
