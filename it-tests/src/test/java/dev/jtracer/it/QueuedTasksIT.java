// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.QueuedTasks;
import dev.jtracer.it.app.RequeuedTasks;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Call;
import dev.jtracer.it.harness.StrictTrace.Pass;
import dev.jtracer.it.harness.StrictTrace.Row;
import dev.jtracer.it.harness.StrictTrace.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that wait in a queue while a recording, or the tracer itself, begins or ends. */
class QueuedTasksIT {
    private static final String APP = QueuedTasks.class.getName();
    private static final String INCLUDE = "include=" + APP + ",exclude=" + APP + "Library";
    private static final String UNKNOWN = "unknown";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private int served;

    @Test
    void attach_followsTheTasksOfThreadsThatRunAlready() {
        JvmProcess app = jvms.app(QueuedTasks.class).start();
        app.awaitStdout("ready");
        send(app, "hold", "first");
        attach(app, "one.json");
        send(app, "second", "release", "third", "release", "hold", "fourth");
        detach(app);
        send(app, "fifth", "release", "hold", "fifth");
        attach(app, "two.json");
        send(app, "release", "sixth", "release");
        detach(app);
        attach(app, "three.json");
        send(app, "second", "release", "second", "release");
        detach(app);
        app.send("exit");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stdout())
                .endsWith("sum " + 4 * (1 + 2 + 2 + 2 + 3 + 4 + 5 + 5 + 6) + ", 0 failures, 3 threads\n");
        assertThat(result.stderr()).doesNotContain("Exception", "not followed", "please report");
        StrictTrace one = StrictTrace.read(app.directory().resolve("one.json"));
        assertThat(causes(one, "firstWork")).hasSize(4).containsOnly(UNKNOWN);
        assertThat(causes(one, "secondWork")).hasSize(4).containsOnly("second");
        assertThat(causes(one, "thirdWork")).hasSize(4).containsOnly("third");
        StrictTrace two = StrictTrace.read(app.directory().resolve("two.json"));
        assertThat(causes(two, "fifthWork")).hasSize(4).containsOnly(UNKNOWN);
        assertThat(causes(two, "sixthWork")).hasSize(4).containsOnly("sixth");
        StrictTrace three = StrictTrace.read(app.directory().resolve("three.json"));
        assertThat(causes(three, "secondWork")).hasSize(8).containsOnly("second");
    }

    @Test
    void nextRecording_hasNoCauseForTheTasksOfTheOneBefore() {
        JvmProcess app = jvms.app(QueuedTasks.class)
                .agent(INCLUDE + ",start=off,output=%n.json")
                .start();
        app.awaitStdout("ready");
        send(app, "hold", "first");
        control(app, "start");
        send(app, "second", "third");
        control(app, "stop");
        send(app, "fourth");
        control(app, "start");
        send(app, "fifth", "release", "sixth", "release");
        control(app, "stop");
        app.send("exit");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stdout()).endsWith("sum " + 4 * (1 + 2 + 3 + 4 + 5 + 6) + ", 0 failures, 3 threads\n");
        StrictTrace first = StrictTrace.read(app.directory().resolve("1.json"));
        assertThat(first.passes()).hasSize(8);
        assertThat(first.runs()).isEmpty();
        StrictTrace second = StrictTrace.read(app.directory().resolve("2.json"));
        for (String before : List.of("firstWork", "secondWork", "thirdWork", "fourthWork")) {
            assertThat(causes(second, before)).as(before).hasSize(4).containsOnly(UNKNOWN);
        }
        assertThat(causes(second, "fifthWork")).hasSize(4).containsOnly("fifth");
        assertThat(causes(second, "sixthWork")).hasSize(4).containsOnly("sixth");
    }

    /**
     * Begins a task's run where its thread takes it, once: else one that is still queued would have the cause of the
     * next.
     */
    @ParameterizedTest
    @CsvSource({"1/1, 12", "1/2, 6"})
    void runOnAThreadFromBeforeTheAttach_isCountedOnce(String sample, int requests) {
        JvmProcess app = jvms.app(RequeuedTasks.class).start();
        app.awaitStdout("ready");
        String options = "include=" + RequeuedTasks.class.getName() + ",exclude=" + RequeuedTasks.class.getName()
                + "Library,sample-calls=" + sample + ",output=";
        send(app, "make");
        control(app, "attach", options + "one.json");
        send(app, "requeue", "make");
        detach(app);
        // The new threads execute the woven loop also after the detach.
        control(app, "attach", options + "two.json");
        send(app, "requeue");
        detach(app);
        app.send("exit");
        JvmResult result = app.awaitExit();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stdout()).endsWith("done " + 2 * 3 * RequeuedTasks.POOLS + "\n");
        for (String file : List.of("one.json", "two.json")) {
            StrictTrace trace = StrictTrace.read(app.directory().resolve(file));
            assertThat(trace.passes()).as(file).hasSize(requests);
            // Either of the two runs may be the request's.
            assertThat(trace.runs()).as(file).hasSize(2 * requests).allMatch(Run::ambiguous);
        }
    }

    private void send(JvmProcess app, String... commands) {
        for (String command : commands) {
            app.send(command);
            app.awaitStdout(++served + " ok");
        }
    }

    private void attach(JvmProcess app, String file) {
        control(app, "attach", INCLUDE + ",output=" + file);
    }

    private void detach(JvmProcess app) {
        control(app, "detach");
    }

    private void control(JvmProcess app, String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command, Long.toString(app.pid())));
        arguments.addAll(List.of(options));
        JvmResult result = jvms.jtracer(arguments.toArray(new String[0])).run();
        assertThat(result.exitCode()).as(result.stderr()).isZero();
    }

    /** Returns the cause of each call of a method: the call that passed the task, ambiguous, or unknown. */
    private static List<String> causes(StrictTrace trace, String method) {
        Map<String, Pass> passes = trace.passes().stream().collect(toMap(Pass::number, pass -> pass));
        List<String> causes = new ArrayList<>();
        for (Row row : trace.rows()) {
            collect(trace, row, row.outer(), APP + "." + method, passes, causes);
        }
        return causes;
    }

    private static void collect(
            StrictTrace trace, Row row, Call call, String method, Map<String, Pass> passes, List<String> causes) {
        for (Call child : call.children()) {
            if (child.name().equals(method)) {
                causes.add(call.flags().contains("callback") ? cause(trace, row, call, passes) : UNKNOWN);
            }
            collect(trace, row, child, method, passes, causes);
        }
    }

    private static String cause(StrictTrace trace, Row row, Call call, Map<String, Pass> passes) {
        Run run = trace.runs().stream()
                .filter(each -> each.place().tid() == row.tid()
                        && each.place().nanos() == call.startNanos()
                        && each.name().equals(call.name()))
                .findFirst()
                .orElseThrow();
        Pass pass = passes.get(run.number());
        return run.ambiguous()
                ? "ambiguous"
                : pass == null ? UNKNOWN : pass.call().substring(APP.length() + 1);
    }
}
