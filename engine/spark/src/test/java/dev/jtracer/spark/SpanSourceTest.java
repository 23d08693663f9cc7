// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpanSourceTest {
    private static final int ROUNDS = 400;
    private static final String PROGRAM = TracedProgram.class.getName();

    private static Path directory = Path.of("");

    private static SparkSession spark = LocalSpark.session();
    private static Dataset<Row> calls = spark.emptyDataFrame();

    @BeforeAll
    static void record(@TempDir Path temporary) throws IOException {
        directory = temporary;
        Recorded.run(directory.resolve("one.jtr"), ROUNDS);
        Path two = Recorded.run(directory.resolve("two.jtr"), ROUNDS);
        Recorded.command(
                directory,
                "convert",
                two.toString(),
                "-o",
                directory.resolve("two.json.gz").toString());
        Files.delete(two);
        spark = LocalSpark.session();
        calls = spark.read().format("jtracer").load(directory.toString());
        calls.createOrReplaceTempView("calls");
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @Test
    void sql_countsCallsOfBothFormatsAlike() {
        List<Row> rows = spark.sql("select recording like '%.jtr', count(*), count(distinct thread), sum(int(threw))"
                        + " from calls where kind = 'call' group by 1 order by 1")
                .collectAsList();

        // main; per round: round, submit, 50 x step, 25 x add; in every tenth fail, which throws
        long expected = 1 + ROUNDS * 77L + ROUNDS / 10;
        assertThat(rows).hasSize(2).allSatisfy(row -> {
            assertThat(row.getLong(1)).isEqualTo(expected);
            assertThat(row.getLong(2)).isEqualTo(1);
            assertThat(row.getLong(3)).isEqualTo(ROUNDS / 10);
        });
    }

    @Test
    void sql_followsACallbackFromItsPassToItsRun() {
        Row row = spark.sql(
                        "select count(*), sum(int(p.thread <> r.thread)), min(p.site), min(r.start_nanos - p.start_nanos)"
                                + " from calls p join calls r on p.recording = r.recording and p.pass = r.pass"
                                + " where p.kind = 'pass' and r.kind = 'run' and p.name like '%.execute[0]'")
                .head();

        assertThat(row.getLong(0)).isEqualTo(2 * ROUNDS);
        assertThat(row.getLong(1)).isEqualTo(2 * ROUNDS);
        assertThat(row.getString(2)).startsWith(PROGRAM + ".submit:");
        assertThat(row.getLong(3)).isPositive();
        assertThat(calls.where("kind = 'pass' and first_pass is not null and first_pass < pass")
                        .count())
                .as("passes by submit's own caller came first")
                .isEqualTo(2 * ROUNDS);
    }

    @Test
    void rows_haveTheTimesAndNamesOfTheTrace() {
        Row main = spark.sql(
                        "select process, process_name, thread_name, depth, start, start_nanos, duration_nanos, self_nanos,"
                                + " unfinished from calls where name = '" + PROGRAM
                                + ".main' and recording like '%.jtr'")
                .head();

        assertThat(main.getLong(0)).isPositive();
        assertThat(main.getString(1)).isEqualTo("checkout");
        assertThat(main.getString(2)).isEqualTo("main");
        assertThat(main.getInt(3)).isZero();
        assertThat(main.getTimestamp(4).getTime())
                .isCloseTo(
                        directory.resolve("one.jtr").toFile().lastModified(),
                        org.assertj.core.data.Offset.offset(600_000L));
        assertThat(main.getLong(6)).isGreaterThan(main.getLong(7)).isPositive();
        assertThat(main.getBoolean(8)).isFalse();
        assertThat(calls.where("service = 'checkout' and version = '1.4' and host is not null")
                        .count())
                .isEqualTo(calls.count());
        long within = spark.sql("select count(*) from calls c join (select * from calls where name = '" + PROGRAM
                        + ".main') m on c.recording = m.recording and c.thread = m.thread where c.start < m.start"
                        + " or c.start_nanos + c.duration_nanos > m.start_nanos + m.duration_nanos")
                .head()
                .getLong(0);
        assertThat(within).isZero();
    }

    @Test
    void rowsOfACombinedTrace_haveTheFactsOfTheirOwnProcess() throws IOException {
        Path trace = Files.createTempFile("combined", ".json");
        Files.writeString(trace, """
                [{"ph":"i","s":"g","name":"recording","cat":"jtracer","ts":0,"pid":1,"tid":0,"args":
                  {"service":"alpha","serviceVersion":"1.4","startEpochMicros":1700000000000000}},
                 {"ph":"X","name":"a.A.m","ts":5,"dur":3,"pid":1,"tid":7},
                 {"ph":"i","s":"g","name":"recording","cat":"jtracer","ts":0,"pid":2,"tid":0,"args":
                  {"service":"beta","startEpochMicros":1800000000000000}},
                 {"ph":"X","name":"a.A.m","ts":5,"dur":3,"pid":2,"tid":7}]
                """);

        assertThat(spark.read()
                        .format("jtracer")
                        .load(trace.toString())
                        .selectExpr("concat_ws(' ', process, service, version, unix_micros(start))")
                        .collectAsList())
                .extracting(row -> row.getString(0))
                .containsExactlyInAnyOrder("1 alpha 1.4 1700000000000005", "2 beta 1800000000000005");
        Files.delete(trace);
    }

    /** The same conditions once as ranges, which the source checks, and once as expressions, which Spark checks. */
    @Test
    void conditions_selectTheSameRowsWhoeverChecksThem() {
        long total = calls.count();
        long middle = spark.sql("select percentile_approx(duration_nanos, 0.5) from calls")
                .head()
                .getLong(0);
        for (String[] condition : new String[][] {
            {"duration_nanos > " + middle, "duration_nanos + 0 * depth > " + middle},
            {"duration_nanos <= " + middle, "duration_nanos + 0 * depth <= " + middle},
            {"depth = 2", "abs(depth) = 2"},
            {"depth >= 1 and depth < 3", "abs(depth) >= 1 and abs(depth) < 3"},
            {"name = '" + PROGRAM + ".add'", "concat(name, '') = '" + PROGRAM + ".add'"},
            {
                "name in ('" + PROGRAM + ".add', '" + PROGRAM + ".main')",
                "concat(name, '') in ('" + PROGRAM + ".add', '" + PROGRAM + ".main')"
            },
            {"pass > 100", "pass + 0 > 100"},
            {"pass is null", "coalesce(pass, -1) = -1"},
            {"start_nanos > 0 and self_nanos < 1000", "start_nanos + 0 * depth > 0 and self_nanos + 0 * depth < 1000"},
            {"not (name = '" + PROGRAM + ".add')", "concat(name, '') <> '" + PROGRAM + ".add'"},
        }) {
            Dataset<Row> pushed = calls.where(condition[0]);
            long count = pushed.count();
            assertThat(count)
                    .as(condition[0])
                    .isEqualTo(calls.where(condition[1]).count())
                    .isLessThan(total);
        }
    }

    @Test
    void time_isComparedByTheSource() {
        String start = spark.sql(
                        "select string(min(start) + make_interval(0, 0, 0, 0, 0, 0, 0.05)) from calls where recording like '%.jtr'")
                .head()
                .getString(0);
        Dataset<Row> before = calls.where("start < timestamp '" + start + "' and name = '" + PROGRAM + ".add'");

        assertThat(plan(before)).contains("LessThan(start,").contains("EqualTo(name,");
        assertThat(plan(before)).doesNotContain("Filter ");
        assertThat(before.count())
                .isEqualTo(calls.where("start + make_interval(0) < timestamp '" + start + "' and concat(name, '') = '"
                                + PROGRAM + ".add'")
                        .count());
        assertThat(calls.where("start < timestamp '2020-01-01 00:00:00'").count())
                .isZero();
        assertThat(calls.where("start < timestamp '2020-01-01 00:00:00'").rdd().getNumPartitions())
                .as("recordings that are opened")
                .isZero();
    }

    @Test
    void columns_areMadeAsFarAsTheyAreWanted() {
        assertThat(plan(calls.select("name"))).contains("name#").doesNotContain("duration_nanos#");
        assertThat(calls.select("depth", "name").head().size()).isEqualTo(2);
        assertThat(calls.columns()).hasSize(20);
    }

    @Test
    void mistakes_areExplained() {
        assertThatThrownBy(() -> spark.read().format("jtracer").load().count())
                .hasMessageContaining("no path; write load(PATH)");
        assertThatThrownBy(() -> spark.read()
                        .format("jtracer")
                        .load(directory + "/none.jtr")
                        .count())
                .hasMessageContaining("names no further file");
    }

    private static String plan(Dataset<Row> query) {
        return query.queryExecution().executedPlan().toString();
    }
}
