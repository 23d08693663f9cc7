// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.Tracer;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.neighbour.JunitPlan;
import dev.jtracer.junit.TraceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.opentest4j.AssertionFailedError;

/** The extension for JUnit, in a JVM whose tests are traced. */
class JunitIT {
    private static final String PLAN = "dev.jtracer.it.neighbour.JunitPlan$";
    /** As in a build, where the program that runs the tests is not included. */
    private static final String TESTS =
            "include=dev.jtracer.it.neighbour,exclude=dev.jtracer.it.neighbour.JunitPlan.main,";

    private static final String EXCESS =
            "more than @MaxSql(3): 'select id from lines where id = ?' 40 times, 'create table lines(id int)'";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void failedAndSlowTests_haveTracesOfTheirOwn() throws IOException {
        JvmResult run = plan("Orders")
                .jvm("-Djtracer.test.slow=500ms")
                .agent(TESTS + "output=tests.jtr")
                .run();

        Path traces = run.directory().resolve("tests");
        // Others may be slow on a busy machine.
        assertThat(run.stdout().lines())
                .filteredOn(line -> !line.contains(" jtracer.trace ") || line.matches("(fails|many|one|slow|third).*"))
                .containsExactly(
                        "assumes() ABORTED Assumption failed: nothing",
                        "fails() FAILED as expected",
                        "fails() jtracer.trace " + traces.resolve(PLAN + "Orders.fails.json"),
                        "few() SUCCESSFUL",
                        "first SUCCESSFUL",
                        "many() FAILED '" + PLAN + "Orders.many' executed 41 statements, " + EXCESS,
                        "many() jtracer.trace " + traces.resolve(PLAN + "Orders.many.json"),
                        "manyElsewhere() FAILED '" + PLAN + "Orders.manyElsewhere' executed 5 statements, more than"
                                + " @MaxSql(3): 'select id from lines where id = ?' 4 times, 'create table lines(id int)'",
                        "manyElsewhere() jtracer.trace " + traces.resolve(PLAN + "Orders.manyElsewhere.json"),
                        "none() SUCCESSFUL",
                        "one() FAILED '" + PLAN + "Orders$WithoutDatabase.one' executed 1 statement, more than"
                                + " @MaxSql(0): 'create table lines(id int)'",
                        "one() jtracer.trace " + traces.resolve(PLAN + "Orders$WithoutDatabase.one.json"),
                        "repetition 1 of 2 SUCCESSFUL",
                        "repetition 2 of 2 SUCCESSFUL",
                        "second SUCCESSFUL",
                        "slow() SUCCESSFUL",
                        "slow() jtracer.trace " + traces.resolve(PLAN + "Orders.slow.json"),
                        "third FAILED '" + PLAN + "Orders.dynamic third' executed 4 statements, more than @MaxSql(3):"
                                + " 'select id from lines where id = ?' 3 times, 'create table lines(id int)'",
                        "third jtracer.trace " + traces.resolve(PLAN + "Orders.dynamic_third.json"));
        long kept = run.stdout()
                .lines()
                .filter(line -> line.contains(" jtracer.trace "))
                .count();
        assertThat(run.stderr()).contains("TRACER " + kept + " traces of tests in '" + traces + "'");
        try (Stream<Path> files = Files.list(traces)) {
            assertThat(files).hasSize((int) kept);
        }
        StrictTrace many = StrictTrace.read(traces.resolve(PLAN + "Orders.many.json"));
        assertThat(many.tree("main").replaceAll("(?m)^ +", ""))
                .contains("test " + PLAN + "Orders.many threw\n" + PLAN + "Orders.many\n")
                .doesNotContain("Orders.fails", "Orders.slow");
        assertThat(many.count("SQL select id from lines where id = ?")).isEqualTo(50);

        String report = jvms.jtracer("report", run.directory() + "/tests.jtr", "--full-names", "--method", "lines")
                .run()
                .stdout();
        assertThat(report.substring(report.indexOf("Within root calls:")))
                .contains(
                        "test " + PLAN + "Orders.many\n",
                        "test " + PLAN + "Orders.dynamic first\n",
                        "test " + PLAN + "Orders.manyElsewhere\n",
                        "test " + PLAN + "Orders$WithoutDatabase.one\n")
                .doesNotContain("Orders.slow", "repeated");
        String all = jvms.jtracer("report", run.directory() + "/tests.jtr", "--json")
                .run()
                .stdout();
        assertThat(all.replaceAll("\"tookNanos\":\\d+", "took"))
                .contains("{took,\"calls\":43,\"methods\":2,\"statements\":41,\"test\":\"test " + PLAN
                        + "Orders.many\"}");
        assertThat(all)
                .contains("\"test " + PLAN + "Orders.repeated[1]\"", "\"test " + PLAN + "Orders.dynamic first\"");
    }

    @Test
    void testsAtTheSameTime_countTheirOwnStatements() {
        JvmResult run = plan(
                        "Pair",
                        "junit.jupiter.execution.parallel.enabled=true",
                        "junit.jupiter.execution.parallel.mode.default=concurrent",
                        "junit.jupiter.execution.parallel.config.strategy=fixed",
                        "junit.jupiter.execution.parallel.config.fixed.parallelism=2")
                .agent(TESTS + "output=tests.jtr")
                .run();

        assertThat(run.stdout())
                .contains(
                        "left() SUCCESSFUL\n",
                        "right() FAILED '" + PLAN + "Pair.right' executed 8 statements, more than @MaxSql(6): "
                                + "'select id from lines where id = ?' 7 times, 'create table lines(id int)'\n",
                        "right() jtracer.trace ")
                .doesNotContain("left() jtracer");
        StrictTrace trace = StrictTrace.read(run.directory().resolve("tests/" + PLAN + "Pair.right.json"));
        assertThat(trace.threads().stream().map(trace::tree))
                .filteredOn(tree -> tree.contains("test " + PLAN + "Pair."))
                .hasSize(2)
                .filteredOn(tree -> tree.contains("test " + PLAN + "Pair.left"))
                .hasSize(1);
    }

    @Test
    void limits_areNotCheckedWithoutATracer_andSayWhy() {
        JvmResult run = plan("Orders").runUntraced();

        assertThat(run.stdout())
                .contains(
                        "many() SUCCESSFUL\n",
                        "many() jtracer @MaxSql(3) was not checked, as no statements are recorded; run ")
                .doesNotContain("jtracer.trace");
        assertThat(run.stderr()).doesNotContain("TRACER");
    }

    @Test
    void limits_areNotCheckedWithoutStatements() {
        JvmResult run =
                plan("Orders").agent(TESTS + "output=tests.jtr,context=off").run();

        assertThat(run.stdout())
                .contains("many() jtracer @MaxSql(3) was not checked, as ", "fails() jtracer.trace ")
                .doesNotContain("assumes() jtracer.trace ");
    }

    @Test
    void tracesOfTests_needARecording() {
        JvmResult json = plan("Orders").agent(TESTS + "output=tests.json").run();
        JvmResult wrong = plan("Orders", "jtracer.test.keep=some", "jtracer.test.slow=off")
                .agent(TESTS + "output=tests.jtr")
                .run();

        assertThat(json.stdout()).doesNotContain("jtracer.trace");
        assertThat(json.stderr().split("no traces of their own; write output=NAME.jtr instead of"))
                .hasSize(2);
        assertThat(json.trace().count("test " + PLAN + "Orders.many")).isEqualTo(1);
        assertThat(wrong.stderr())
                .containsOnlyOnce("TRACER jtracer.test.keep is 'some'; use failed, all or none\n")
                .containsOnlyOnce("TRACER jtracer.test.slow is 'off'; write for example 500ms or 2s\n");
        assertThat(wrong.stdout()).contains("none() SUCCESSFUL\n", "fails() jtracer.trace ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    void tests_haveTracesWhateverTheirNames(String locale) throws IOException {
        JvmResult run = plan("Names", "jtracer.test.keep=all", "again=true")
                .env("LC_ALL", locale)
                .agent(TESTS + "output=tests.jtr")
                .run();

        assertThat(run.stdout().lines().filter(line -> line.equals("greets SUCCESSFUL")))
                .hasSize(2);
        assertThat(run.stdout().lines().filter(line -> line.endsWith(" FAILED as expected")))
                .hasSize(6);
        try (Stream<Path> files = Files.list(run.directory().resolve("tests"))) {
            assertThat(files)
                    .hasSize(10)
                    .filteredOn(file -> file.toString().endsWith(".run2.json"))
                    .hasSize(5);
        }
    }

    @Test
    void classesWithParameters_areNumbered() throws IOException {
        JvmResult run = plan("Rows").agent(TESTS + "output=tests.jtr").run();

        try (Stream<Path> files = Files.list(run.directory().resolve("tests"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(PLAN + "Rows.repeated[2][1].json", PLAN + "Rows.repeated[2][2].json");
        }
    }

    private JvmCommand plan(String tests, String... parameters) {
        List<String> arguments =
                Stream.concat(Stream.of(tests), Stream.of(parameters)).toList();
        return jvms.app(JunitPlan.class, arguments.toArray(String[]::new))
                .quick()
                .onClassPath(Tracer.class, TraceExtension.class, Driver.class)
                .onClassPath(Test.class, JupiterTestEngine.class, AnnotationSupport.class, TestEngine.class)
                .onClassPath(ParameterizedClass.class, Launcher.class, AssertionFailedError.class);
    }
}
