// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.minlog.Log;
import com.esotericsoftware.reflectasm.MethodAccess;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.hazard.Hazards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kotlin.Unit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.objenesis.Objenesis;

/** Programs that use their callbacks in unusual ways behave the same traced and untraced. */
class CallbackHazardsIT {
    private static final int LEAST_CASES = 58;
    private static final String INCLUDED = "callbacks=all,include=dev.jtracer.it.hazard.cases";
    private static final String OPTIONS = INCLUDED + ",output=%n.json";
    /** The JSON of a run has 700 MB, which take longer than the cases. */
    private static final String WITHOUT_JSON = INCLUDED + ",output=%n.jtr";

    /** The cases that the tracer changes, each with the reason. */
    private static final Map<String, String> DEVIATIONS = Map.of(
            "Reflection.bodyOfALambda_isFoundInItsConstantPool",
            "the class of what the program holds is the wrapper's, whose code calls the lambda and not its body",
            "Reflection.capturedValues_areFieldsOfALambda",
            "the fields of what the program holds are the wrapper's; the captured values are one object further in");

    /** The cases whose result changes if the tracer is attached between their first run and their second. */
    private static final Map<String, String> ATTACHED_DEVIATIONS = Map.of(
            "Kept.lambdaWithoutCaptures_isTheSameNextTime",
            "the JVM links the lambdas of a retransformed class anew, and makes a new object of one that captures nothing");

    /** The output of the untraced program, its cases run twice; one JVM for all tests. */
    private static @Nullable JvmResult untraced;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void cases_areAllFound() {
        assertThat(Hazards.all()).hasSizeGreaterThanOrEqualTo(LEAST_CASES);
    }

    @Test
    void recording_changesNothing() {
        JvmResult traced = program().jvm("-Dhazard.switch=cases").agent(OPTIONS).run();

        assertAsUntraced(traced);
        assertThat(traced.tracerLines()).anyMatch(line -> line.endsWith("dev.jtracer.it.hazard.library.Bus.add[0]"));
    }

    @Test
    void loadedButStopped_changesNothing() {
        JvmResult traced = program().agent(OPTIONS + ",start=off").run();

        assertAsUntraced(traced);
        assertThat(traced.files(".json")).isEmpty();
    }

    @Test
    void switchingAllTheTime_changesNothing() {
        JvmResult traced = program()
                .jvm("-Dhazard.switch=always")
                .agent(OPTIONS + ",quiet=on")
                .run();

        assertAsUntraced(traced);
        assertThat(traced.files(".json")).hasSizeGreaterThan(10);
    }

    @Test
    void methodsDroppedForABudget_changeNothing() throws IOException {
        JvmResult whole = program().agent(WITHOUT_JSON).run();
        List<String> methods = List.copyOf(JsonReport.of(jvms, whole.files(".jtr"))
                .column("methods", "name", "count")
                .keySet());
        Random random = new Random(1);
        List<String> half =
                methods.stream().filter(method -> random.nextBoolean()).toList();
        Path dropped = Files.write(jvms.newDirectory("budget").resolve("dropped.txt"), half);

        JvmResult traced = program()
                .agent(WITHOUT_JSON + ",budget=0.1%,budget-file=" + dropped)
                .run();

        assertAsUntraced(traced);
        assertThat(half).hasSizeGreaterThan(50);
        assertThat(traced.stderr()).containsPattern("budget=0.1%: dropped [0-9]{2,} methods");
    }

    @Test
    void attachedLate_changesNothing() {
        JvmProcess program = twice().start();
        program.awaitStdout(Hazards.BEFORE_AGAIN);

        JvmResult attached = jvms.jtracer("attach", Long.toString(program.pid()), WITHOUT_JSON)
                .run();
        program.send("");
        JvmResult traced = program.awaitExit();

        assertThat(attached.exitCode()).as(attached.stderr()).isZero();
        assertThat(once(traced)).isEqualTo(once(untraced()));
        Map<String, String> attachedDeviations = new HashMap<>(DEVIATIONS);
        attachedDeviations.putAll(ATTACHED_DEVIATIONS);
        assertSame(again(traced), again(untraced()), attachedDeviations);
        assertEndedWell(traced);
        assertThat(traced.tracerLines()).anyMatch(line -> line.contains(" dev.jtracer.it.hazard.library.Bus.add[0] "));
    }

    @Test
    void recordedThenStopped_changesNothing() {
        JvmProcess program = twice().agent(WITHOUT_JSON).start();
        program.awaitStdout(Hazards.BEFORE_AGAIN);

        JvmResult stopped = jvms.jtracer("stop", Long.toString(program.pid())).run();
        program.send("");
        JvmResult traced = program.awaitExit();

        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
        assertThat(stopped.stdout()).startsWith("stopped; recorded");
        assertAsUntraced(traced);
        assertSame(again(traced), again(untraced()), DEVIATIONS);
    }

    private JvmCommand twice() {
        // Without the second flag the JVM prints warnings about attach and stop.
        return program().jvm("-Dhazard.twice=true", "-XX:+EnableDynamicAgentLoading");
    }

    private JvmCommand program() {
        return jvms.app(Hazards.class)
                .onClassPath(
                        Kryo.class, Log.class, MethodAccess.class, Objenesis.class, Unit.class, scala.Function1.class)
                .jvm("-Xverify:all")
                // For the cases that access the JDK's internals as some libraries do.
                .jvm("--add-opens=java.base/java.lang=ALL-UNNAMED")
                .jvm("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED")
                .jvm("--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED");
    }

    private JvmResult untraced() {
        JvmResult known = untraced;
        if (known == null) {
            JvmProcess program = twice().start();
            program.send("");
            known = program.awaitExit();
            assertThat(known.exitCode()).isZero();
            assertThat(known.stdout()).doesNotContain("hangs", "threw java.lang.IllegalStateException");
            untraced = known;
        }
        return known;
    }

    private void assertAsUntraced(JvmResult traced) {
        assertSame(once(traced), once(untraced()), DEVIATIONS);
        assertEndedWell(traced);
    }

    private void assertEndedWell(JvmResult traced) {
        assertThat(traced.otherStderr()).isEqualTo(untraced().otherStderr());
        assertThat(traced.exitCode()).isZero();
    }

    private static void assertSame(
            Map<String, String> traced, Map<String, String> same, Map<String, String> deviations) {
        assertThat(traced).hasSize(Hazards.all().size());
        deviations.keySet().forEach(known -> assertThat(traced.remove(known))
                .as("no deviation any more: " + known)
                .isNotEqualTo(same.remove(known)));
        assertThat(traced).isEqualTo(same);
    }

    private static Map<String, String> once(JvmResult result) {
        return cases(result.stdout().lines().takeWhile(line -> !line.equals(Hazards.BEFORE_AGAIN)));
    }

    private static Map<String, String> again(JvmResult result) {
        return cases(result.stdout()
                .lines()
                .filter(line -> line.startsWith(Hazards.AGAIN))
                .map(line -> line.substring(Hazards.AGAIN.length())));
    }

    private static Map<String, String> cases(Stream<String> lines) {
        return lines.map(line -> line.split(": ", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (one, other) -> one, TreeMap::new));
    }
}
