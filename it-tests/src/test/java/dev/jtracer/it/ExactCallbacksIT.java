// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.Evaluations;
import dev.jtracer.it.app.ExactCallbacks;
import dev.jtracer.it.app.library.ConcurrentOperators;
import dev.jtracer.it.app.library.Library;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Pass;
import dev.jtracer.it.harness.StrictTrace.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lambdas that capture nothing, passed by several threads at once. */
class ExactCallbacksIT {
    private static final String APP = ExactCallbacks.class.getName();
    private static final String FUTURE = "java.util.concurrent.CompletableFuture.";
    private static final String MAP = "java.util.stream.Stream.map[0]";
    private static final int REQUESTS = 12;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void concurrentRequests_areLinkedToTheirOwnPasses() {
        StrictTrace trace = run("include=" + APP).trace();

        assertLinked(trace, FUTURE + "thenApply[0]");
        assertLinked(trace, FUTURE + "thenCombineAsync[1]");
        assertLinked(trace, FUTURE + "thenCompose[0]");
        assertLinked(trace, MAP);
    }

    @Test
    void concurrentRequests_leaveNothingPending() throws IOException {
        Path recording = jvms.newDirectory("recording").resolve("trace.jtr");
        run("include=" + APP + ",output=" + recording);

        JvmResult report =
                jvms.jtracer("report", "--json", recording.toString()).run();

        assertThat(report.exitCode()).as(report.stderr()).isZero();
        assertThat(rows(report))
                .filteredOn(row -> String.valueOf(row.get("name")).startsWith("java.util."))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row)
                        .containsEntry("passes", REQUESTS)
                        .containsEntry("notRun", 0)
                        .containsEntry("unclear", 0)
                        .containsEntry("ambiguous", 0));
    }

    @Test
    void callbackExactOff_leavesTheSingleInstance() {
        StrictTrace trace = run("callback-exact=off,include=" + APP).trace();

        assertThat(trace.runsOf(MAP)).hasSize(REQUESTS).allMatch(Run::ambiguous);
    }

    @Test
    void classesOfTheUser_areExactOnRequest() {
        String shared = APP + "$Facade.later[0]";
        assertThat(run("include=" + APP).trace().runsOf(shared))
                .hasSize(REQUESTS)
                .anyMatch(Run::ambiguous);

        assertLinked(run("callback-exact=" + APP + "$Facade,include=" + APP).trace(), shared);
    }

    @Test
    void operatorsOfLibraries_areLinkedToTheirOwnPasses() {
        String name = ConcurrentOperators.class.getName();
        JvmResult traced = jvms.app(ConcurrentOperators.class)
                .onClassPath(Library.REACTOR.jars())
                .onClassPath(Library.RXJAVA.jars())
                .agent("include=" + name)
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertLinked(traced.trace(), "reactor.core.publisher.Mono.map[0]");
        assertLinked(traced.trace(), "io.reactivex.rxjava3.subjects.SingleSubject.map[0]");
    }

    @Test
    void stopAndDetach_leaveTheSingleInstance() {
        JvmProcess app = evaluations();

        assertThat(answer(app, "evaluate")).isEqualTo("evaluated 3 1");
        assertThat(jvms.jtracer("stop", Long.toString(app.pid())).run().exitCode())
                .isZero();
        assertThat(answer(app, "evaluate")).isEqualTo("evaluated 1 1");
        assertThat(jvms.jtracer("start", Long.toString(app.pid())).run().exitCode())
                .isZero();
        assertThat(answer(app, "evaluate")).isEqualTo("evaluated 3 1");
        assertThat(jvms.jtracer("detach", Long.toString(app.pid())).run().exitCode())
                .isZero();
        assertThat(answer(app, "evaluate")).isEqualTo("evaluated 1 1");
    }

    @Test
    void millionEvaluations_keepNoMemory() {
        JvmProcess app = evaluations();

        assertThat(answer(app, "million")).isEqualTo("passed 1000000");
        assertThat(answer(app, "evaluate")).isEqualTo("evaluated 3 1");
    }

    /** Starts the program with a heap that a million objects of 40 bytes would fill. */
    private JvmProcess evaluations() {
        JvmProcess app = jvms.app(Evaluations.class)
                .jvm("-Xmx40m", "-XX:+UseSerialGC", "-XX:+EnableDynamicAgentLoading", "-Xverify:all")
                .agent("output=%n.jtr,include=" + Evaluations.class.getName())
                .start();
        app.awaitStdout("ready");
        return app;
    }

    private static String answer(JvmProcess app, String command) {
        int before = app.stdout().length();
        app.send(command);
        Await.until(
                "an answer to '" + command + "'",
                () -> app.stdout().length() > before && app.stdout().endsWith("\n"));
        return app.stdout().substring(before).strip();
    }

    private JvmResult run(String options) {
        JvmCommand command = jvms.app(ExactCallbacks.class).jvm("-Xverify:all").agent(options);
        JvmResult traced = command.run();
        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        return traced;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(JvmResult report) throws IOException {
        return (List<Map<String, Object>>)
                Objects.requireNonNull(JsonValue.object(report.stdout()).get("callbacks"));
    }

    /** Each run belongs to the pass of its own request, whose number ends the names of both threads. */
    private static void assertLinked(StrictTrace trace, String callback) {
        List<Pass> passes = trace.passesOf(callback);
        assertThat(passes).as(callback).hasSize(REQUESTS);
        assertThat(trace.runsOf(callback))
                .as(callback)
                .hasSize(REQUESTS)
                .allSatisfy(run -> {
                    assertThat(run.ambiguous()).isFalse();
                    assertThat(passes)
                            .filteredOn(pass -> pass.number().equals(run.number()))
                            .singleElement()
                            .satisfies(
                                    pass -> assertThat(request(pass.thread())).isEqualTo(request(run.thread())));
                })
                .extracting(Run::number)
                .doesNotHaveDuplicates();
    }

    /** Returns the number of the request for which a thread works: {@code -7} for {@code worker-7}. */
    private static String request(String thread) {
        return thread.substring(thread.indexOf('-'));
    }
}
