// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.util.concurrent.MoreExecutors;
import dev.jtracer.it.app.SampledCalls;
import dev.jtracer.it.app.SampledQueue;
import dev.jtracer.it.app.StoppedThreads;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.RecordingEnd;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sample-calls=}: one of N root calls of each thread is recorded, with all that happens in it. */
class SampledCallsIT {
    private static final String CLASS = "dev.jtracer.it.app.SampledCalls";
    private static final String QUEUE = SampledQueue.class.getName();
    private static final String OPTIONS =
            "include=" + CLASS + ",exclude=" + CLASS + "#main;" + CLASS + "#run*,print=totals";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private JvmCommand calls(String kind, int number) {
        return jvms.app(SampledCalls.class, kind, Integer.toString(number));
    }

    private static String method(String name) {
        return CLASS + "." + name;
    }

    /** All tasks of the 100 recorded calls are recorded; of the tasks of the other 900 calls one of ten is. */
    @Test
    void sample_holdsWholeCallsAndNothingOfTheOthers() {
        JvmResult traced = calls("requests", 1_000)
                .agent(OPTIONS + ",sample-calls=1/10,output=trace.json")
                .run();

        assertThat(traced.stdout()).isEqualTo("made 1000\n");
        assertThat(traced.total(method("serve")).count()).isEqualTo(100);
        assertThat(traced.total(method("recurse")).count()).isEqualTo(300);
        assertThat(traced.total(method("check")).count()).isEqualTo(200);
        assertThat(traced.total("java.util.List.forEach[0]").count()).isEqualTo(200);
        assertThat(traced.total("java.util.concurrent.ExecutorService.submit[0]")
                        .count())
                .isEqualTo(100);
        assertThat(traced.total(method("reply")).count()).isEqualTo(190);
        assertThat(traced.trace().counts()).containsEntry(method("serve"), 100L).containsEntry(method("reply"), 190L);
        assertThat(traced.tracerLines())
                .contains("TRACER recorded 190 root calls and dropped 1710 others, by sample-calls=1/10");
    }

    @Test
    void sample_isStatedByFileStatusAndReport() {
        JvmResult traced = calls("steps", 1_000)
                .agent(OPTIONS + ",sample-calls=1/100,output=run.jtr")
                .run();
        JvmResult all = calls("steps", 1_000).agent(OPTIONS + ",output=all.jtr").run();
        Path sampled = traced.files(".jtr").get(0);

        JvmResult text = jvms.jtracer("report", sampled.toString()).run();
        JvmResult json = jvms.jtracer("report", sampled.toString(), "--json").run();
        JvmResult both = jvms.jtracer(
                        "report", sampled.toString(), all.files(".jtr").get(0).toString())
                .run();

        assertThat(text.stdout())
                .contains(
                        "a sample of 1/100: 10 root calls recorded, 990 others dropped; all figures are of what was recorded");
        assertThat(json.stdout())
                .contains("\"sampleCalls\":\"1/100\"", "\"rootCallsChosen\":10", "\"rootCallsDropped\":990");
        assertThat(both.stdout())
                .contains(
                        "a sample of 1/100 in 1 recording: 10 root calls recorded", "recordings of different samples");
    }

    /**
     * An end that is missed where the stack ends would make all later calls of the thread part of the one that has
     * ended.
     */
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation"})
    void stackOverflow_endsTheRootCall(String mode) {
        JvmResult traced = calls("overflows", 400)
                .jvm("-Xss256k", mode)
                .agent(OPTIONS + ",sample-calls=1/10,output=trace.json")
                .run();

        assertThat(traced.stdout()).isEqualTo("made 400\n");
        RecordingEnd end = RecordingEnd.of(traced);
        assertThat(end.counter("rootCallsChosen") + end.counter("rootCallsDropped"))
                .isEqualTo(400);
        assertThat(end.counter("rootCallsChosen")).isEqualTo(40);
    }

    /** The queue catches no error, and its thread goes on. */
    @Test
    void errorInAQueuedTask_endsItsRun() {
        JvmResult traced = jvms.app(SampledQueue.class, "40", "1000")
                .onClassPath(MoreExecutors.class)
                .agent("include=" + QUEUE + ",exclude=" + QUEUE + "#main;" + QUEUE + "Library,sample-calls=1/10"
                        + ",output=trace.json")
                .run();

        assertThat(traced.stdout()).isEqualTo("errors 40\n");
        assertThat(traced.stderr()).doesNotContain("not followed", "please report");
        RecordingEnd end = RecordingEnd.of(traced);
        // The tasks of the four recorded requests belong to these.
        assertThat(end.counter("rootCallsChosen") + end.counter("rootCallsDropped"))
                .isEqualTo(40 + 36 + 1_000);
        assertThat(traced.total(QUEUE + ".step").count()).isBetween(99L, 101L);
        assertThat(traced.total(QUEUE + ".fail").count()).isBetween(7L, 8L);
    }

    @Test
    void virtualThreads_keepTheirDecisionWhileUnmounted() {
        assumeTrue(Jdk.feature() >= 21, "virtual threads need Java 21, this is " + Jdk.feature());

        JvmResult traced = calls("virtual", 2_000)
                .agent(OPTIONS + ",sample-calls=1/10,output=trace.json")
                .run();

        assertThat(traced.stdout()).isEqualTo("made 2000\n");
        RecordingEnd end = RecordingEnd.of(traced);
        long chosen = end.counter("rootCallsChosen");
        // The standard deviation is 13.
        assertThat(chosen).isBetween(100L, 300L);
        assertThat(chosen + end.counter("rootCallsDropped")).isEqualTo(2_000);
        assertThat(traced.total(method("step")).count()).isEqualTo(3 * chosen);
    }

    @Test
    void stoppedThreads_leaveTheApplicationAsItIs() {
        JvmCommand command = jvms.app(StoppedThreads.class, "60").jvm("-Xint");

        JvmResult traced = command.agent("include=dev.jtracer.it.app,sample-calls=1/2,output=trace.json")
                .run();

        assertThat(traced.stdout()).isEqualTo(command.runUntraced().stdout());
        assertThat(traced.exitCode()).isZero();
        assertThat(traced.otherStderr()).isEmpty();
    }

    /** The last recording starts in the middle of a call, whose last step is outermost then. */
    @Test
    void toggles_beginWithoutAnOpenCall() {
        JvmResult traced = calls("toggles", 99)
                .agent(OPTIONS + ",sample-calls=1/10,output=trace.json")
                .run();

        assertThat(traced.stdout()).isEqualTo("made 99\n");
        assertThat(traced.tracerLines())
                .contains("TRACER recorded 10 root calls and dropped 90 others, by sample-calls=1/10");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sample-calls=0.01                | option 'sample-calls': '0.01' is not a share of root calls; write 1/100
            sample-calls=1/100,slow=200ms    | options sample-calls='1/100' and slow='200ms' contradict each other
            sample-calls=1/100,boundary=on   | options sample-calls='1/100' and boundary='on' contradict each other
            """)
    void optionWithoutSense_isExplained(String options, String message) {
        JvmResult traced = calls("steps", 1).agent(OPTIONS + "," + options).run();

        assertThat(traced.tracerLines()).singleElement().asString().contains(message);
        assertThat(traced.stdout()).isEqualTo("made 1\n");
    }
}
