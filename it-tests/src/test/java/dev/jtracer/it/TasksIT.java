// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.DeepTasks;
import dev.jtracer.it.app.Detached;
import dev.jtracer.it.app.ManyVirtualThreads;
import dev.jtracer.it.app.PoolsOfLibraries;
import dev.jtracer.it.app.SubmittedTasks;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Call;
import dev.jtracer.it.harness.StrictTrace.Pass;
import dev.jtracer.it.harness.StrictTrace.Row;
import dev.jtracer.it.harness.StrictTrace.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tasks that a library submits to executors. */
class TasksIT {
    private static final String APP = SubmittedTasks.class.getName();
    private static final String OPTIONS = "include=" + APP + ",exclude=" + APP + "Library";
    private static final String EXECUTE = "java.util.concurrent.ThreadPoolExecutor.execute[0]";
    private static final String SCHEDULE = "java.util.concurrent.ScheduledThreadPoolExecutor.schedule[0]";

    /** The result of the program without the tracer; one JVM for all tests. */
    private static @Nullable JvmResult untraced;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private JvmResult runAsUntraced(String options) {
        JvmCommand command = jvms.app(SubmittedTasks.class)
                .jvm("-Xverify:all", "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3")
                .agent(options);
        JvmResult traced = command.run();
        JvmResult known = untraced == null ? command.runUntraced() : untraced;
        untraced = known;
        assertThat(traced.stdout()).isEqualTo(known.stdout());
        assertThat(traced.exitCode()).isEqualTo(known.exitCode());
        assertThat(traced.stderr()).doesNotContain("not followed", "please report");
        return traced;
    }

    @Test
    void taskOfALibrary_hasTheIncludedCallAsItsCause() {
        JvmResult traced = runAsUntraced(OPTIONS + ",print=tables");

        StrictTrace trace = traced.trace();
        List<String> causes = causes(trace);
        assertThat(causes)
                .contains(
                        "executed <- execute by " + EXECUTE,
                        "scheduled <- schedule by " + SCHEDULE,
                        "failed <- fail by " + EXECUTE)
                // The last is passed by a task in which no included method is open.
                .noneMatch(cause -> cause.matches("(before|outside|chained) .*"));
        assertThat(causes.stream().filter(("submitted <- submit by " + EXECUTE)::equals))
                .hasSize(6);
        assertThat(causes.stream().filter(("repeated <- repeat by " + SCHEDULE)::equals))
                .hasSize(3);
        assertThat(traced.stderr()).contains("  ThreadPoolExecutor.execute[0]");
    }

    @Test
    void taskOfTheCommonPool_hasTheIncludedCallAsItsCause() {
        StrictTrace trace = runAsUntraced(OPTIONS).trace();

        String submit = "java.util.concurrent.ForkJoinPool.submit[0]";
        assertThat(causes(trace))
                .contains(
                        "supplied <- supply by " + submit,
                        "delayed <- delay by java.util.concurrent.CompletableFuture$DelayedExecutor.execute[0]",
                        "triggered <- prepare by java.util.concurrent.CompletableFuture.stage")
                .filteredOn(cause -> cause.startsWith("forked") || cause.startsWith("streamed"))
                .isNotEmpty()
                .allMatch(cause -> cause.endsWith(" by java.util.concurrent.ForkJoinTask.fork[this]"));
        // On the threads of the pool nothing runs but tasks.
        assertThat(outermost(trace, "ForkJoinPool.commonPool-worker")).containsOnly("callback");
    }

    @Test
    void taskWithSeveralPasses_hasNoArrow() {
        StrictTrace trace = runAsUntraced(OPTIONS).trace();

        assertThat(causes(trace).stream().filter(cause -> cause.startsWith("shared")))
                .containsOnly("shared <- ambiguous by " + EXECUTE);
    }

    /**
     * The queue may still hold the object from another call, or from outside of any: its next run has no known cause.
     */
    @Test
    void taskThatIsQueuedAlready_hasNoArrow() {
        StrictTrace trace = runAsUntraced(OPTIONS).trace();

        assertThat(trace.count(APP + ".overlapped")).isEqualTo(2);
        assertThat(trace.count(APP + ".queued")).isEqualTo(3);
        assertThat(causes(trace).stream().filter(cause -> cause.startsWith("overlapped") || cause.startsWith("queued")))
                .allMatch(cause -> cause.contains(" <- ambiguous by "));
    }

    /** Also where an exception leaves it: the calls that follow are not within the run. */
    @Test
    void rejectedTaskThatItsCallerRuns_isARunOfThatCall() {
        StrictTrace trace = runAsUntraced(OPTIONS).trace();

        assertThat(causes(trace))
                .contains("rejected <- reject by " + EXECUTE, "rejectedFailing <- rejectFailing by " + EXECUTE);
        assertThat(trace.rows())
                .extracting(row -> StrictTrace.tree(row.outer().children()).replace(APP + ".", ""))
                .anyMatch(tree -> tree.contains("""
                          reject
                            java.util.concurrent.ThreadPoolExecutor.execute[0] callback
                              rejected
                          rejectFailing
                            java.util.concurrent.ThreadPoolExecutor.execute[0] callback threw
                              rejectedFailing threw
                            afterwards
                        """));
    }

    @Test
    void pooledTask_losesTheCauseOfItsEarlierUse() {
        StrictTrace trace = runAsUntraced(OPTIONS).trace();

        assertThat(trace.count(APP + ".reused")).isEqualTo(2);
        assertThat(causes(trace).stream().filter(cause -> cause.startsWith("reused")))
                .containsExactly("reused <- reuse by " + EXECUTE);
    }

    @Test
    void fullBuffers_holdUpNoPool() {
        JvmCommand command = jvms.app(SubmittedTasks.class, "5000")
                .agent(OPTIONS + ",spool=1m,buffer=16k,print=totals,output=full.jtr");

        JvmResult traced = command.run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout()).isEqualTo("work 10002\n");
        assertThat(traced.stderr()).containsPattern(" 5000 dev.jtracer.it.app.SubmittedTasks.submit\n");
    }

    @Test
    void virtualThreads_areNoTasksOfTheirScheduler() {
        assumeTrue(Jdk.feature() >= 21, "virtual threads need Java 21");
        JvmResult traced = jvms.app(ManyVirtualThreads.class, "200")
                .agent("include=" + ManyVirtualThreads.class.getName())
                .run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        // So few threads do not fill the tracer's tables, so the heap may grow; LeaksIT has enough of them.
        assertThat(traced.stdout()).startsWith("runs 10000\n");
        assertThat(traced.trace().passes())
                .extracting(Pass::name)
                .noneMatch(name -> name.startsWith("java.util.concurrent.ForkJoin")
                        || name.startsWith("java.util.concurrent.ScheduledThreadPool"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timer",
                "jetty",
                "netty",
                "netty schedule",
                "netty global",
                "coroutine",
                "limited coroutine",
                "thread",
                "decorated",
                "sequential",
                "worker"
            })
    void taskOfAnotherPool_hasItsRequestAsItsCause(String kind) {
        assertThat(distinctCauses(kind, "")).isEqualTo(100);
    }

    /**
     * Where the common pool has one thread, as on two processors, a future starts a thread for each task until Java
     * 24.
     */
    @ParameterizedTest
    @ValueSource(strings = {"future", "stage"})
    void taskOfAFuture_hasACauseOnFewProcessors(String kind) {
        int causes = distinctCauses(kind, "-Djava.util.concurrent.ForkJoinPool.common.parallelism=1");

        assertThat(causes).isEqualTo(100);
    }

    @Test
    void virtualThread_hasItsRequestAsItsCause() {
        assumeTrue(Jdk.feature() >= 21, "virtual threads need Java 21");

        assertThat(distinctCauses("virtual", "")).isEqualTo(100);
    }

    @Test
    void pools_leaveThreadsAlone() {
        assertThat(distinctCauses("thread", "", "tasks=pools")).isZero();
    }

    /** The task that the first of the requests passes takes the items of the others from a queue. */
    @Test
    void taskWithAQueueOfItsOwn_isTheCauseOfNone() {
        assertThat(distinctCauses("publisher", "")).isZero();
    }

    /** The end of a nested task that had no room to begin must not end the task around it. */
    @Test
    void tasksNestedToTheEndOfTheStack_leaveTheOuterRunOpen() {
        String app = DeepTasks.class.getName();
        JvmCommand command = jvms.app(DeepTasks.class)
                .jvm("-Xint")
                .agent("include=" + app + ",exclude=" + app + "Library,print=tables");

        JvmResult traced = command.run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout())
                .isEqualTo("calls 40\n")
                .isEqualTo(command.runUntraced().stdout());
        List<String> causes = causes(traced.trace());
        assertThat(causes.stream()
                        .map(cause -> cause.replace(app + ".", ""))
                        .filter(cause -> !cause.startsWith("java")))
                .hasSize(40)
                .allMatch(cause -> cause.endsWith(" <- overflow by java.util.concurrent.ForkJoinPool.submit[0]"));
    }

    /** Runs a hundred requests. Returns the number of distinct passes by requests whose runs contain the work. */
    private int distinctCauses(String kind, String jvmOption, String... options) {
        String app = PoolsOfLibraries.class.getName();
        JvmCommand command = jvms.app(PoolsOfLibraries.class, kind)
                .onClassPath(
                        kotlin.Unit.class,
                        kotlinx.coroutines.CoroutineScope.class,
                        org.eclipse.jetty.util.Callback.class,
                        org.slf4j.Logger.class,
                        org.slf4j.nop.NOPServiceProvider.class,
                        io.netty.util.concurrent.Promise.class,
                        com.google.common.collect.ImmutableList.class,
                        com.google.common.util.concurrent.internal.InternalFutures.class,
                        io.reactivex.rxjava3.core.Single.class,
                        org.reactivestreams.Publisher.class)
                .jvm("-Xverify:all")
                .agent("include=" + app + ",exclude=" + app + "Library"
                        + (options.length == 0 ? "" : "," + options[0]));
        if (!jvmOption.isEmpty()) {
            command = command.jvm(jvmOption);
        }
        JvmResult traced = command.run();
        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout()).isEqualTo("done\n");
        StrictTrace trace = traced.trace();
        Map<String, Pass> passes = trace.passes().stream().collect(toMap(Pass::number, pass -> pass));
        Set<String> numbers = new HashSet<>();
        int works = 0;
        for (Row row : trace.rows()) {
            works += collectWork(trace, row, row.outer(), null, passes, numbers);
        }
        assertThat(works).isEqualTo(100);
        return numbers.size();
    }

    /** Adds the passes of the innermost runs around the work. Returns how often it was called. */
    private static int collectWork(
            StrictTrace trace, Row row, Call call, @Nullable Run run, Map<String, Pass> passes, Set<String> numbers) {
        int works = 0;
        for (Call child : call.children()) {
            if (child.name().endsWith(".work")) {
                works++;
                if (run != null && !run.ambiguous() && !numbers.add(run.number())) {
                    fail("two tasks with the cause " + run);
                }
                continue;
            }
            Run inner = child.flags().contains("callback") ? runOf(trace, row, child) : run;
            works += collectWork(trace, row, child, inner, passes, numbers);
        }
        return works;
    }

    private static Run runOf(StrictTrace trace, Row row, Call call) {
        return trace.runs().stream()
                .filter(each -> each.place().tid() == row.tid()
                        && each.place().nanos() == call.startNanos()
                        && each.name().equals(call.name()))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Otherwise two threads that load classes at the start, one of them a class of the weaver, wait for each other.
     * The weaver is made when the thread that defines its classes has ended; a class that is not among those comes
     * from the jar when it is needed.
     */
    @Test
    void weaver_isDefinedBeforeItTransforms() throws IOException {
        JvmResult traced = jvms.app(SubmittedTasks.class)
                .jvm("-Xlog:class+load:file=loaded.txt")
                .agent(OPTIONS)
                .run();

        List<String> loaded = Files.readAllLines(traced.directory().resolve("loaded.txt"));
        String weaver = " dev.jtracer.agent.weave.task.Task";
        assertThat(loaded)
                .filteredOn(line -> line.contains(weaver))
                .isNotEmpty()
                .noneMatch(line -> line.contains("source: jar:"));
        assertThat(loaded.stream().dropWhile(line -> !line.contains(" " + APP + " ")))
                .isNotEmpty()
                .noneMatch(line -> line.contains(weaver));
    }

    @Test
    void detach_restoresTheExecutors() {
        JvmProcess app = jvms.app(Detached.class, "platform", "0").start();
        app.awaitStdout("ready");
        for (int round = 0; round < 2; round++) {
            JvmResult attached = jvms.jtracer(
                            "attach", Long.toString(app.pid()), "include=" + Detached.class.getName(), "output=one.jtr")
                    .run();
            assertThat(attached.exitCode()).as(attached.stderr()).isZero();
            JvmResult detached =
                    jvms.jtracer("detach", Long.toString(app.pid())).run();
            assertThat(detached.stdout()).endsWith("the tracer has left this JVM; attach it again at any time\n");
        }
        assertThat(app.stderr()).doesNotContain("not followed", "Exception");
    }

    @Test
    void off_noTaskIsFollowed() {
        StrictTrace trace = runAsUntraced(OPTIONS + ",tasks=off").trace();

        assertThat(trace.runsOf(EXECUTE)).isEmpty();
        assertThat(trace.passesOf(EXECUTE)).isEmpty();
        assertThat(trace.count(APP + ".submitted")).isEqualTo(6);
    }

    /** Returns the kinds of the outermost spans of threads. */
    private static Set<String> outermost(StrictTrace trace, String thread) {
        return trace.rows().stream()
                .filter(row -> row.thread().startsWith(thread))
                .flatMap(row -> row.outer().children().stream())
                .map(call -> call.flags().contains("callback") ? "callback" : call.name())
                .collect(Collectors.toSet());
    }

    /**
     * Returns {@code CALL <- CAUSE by NAME} for each call directly within a run: the call that passed the task,
     * and the task.
     */
    private static List<String> causes(StrictTrace trace) {
        Map<String, Pass> passes = trace.passes().stream().collect(toMap(Pass::number, pass -> pass));
        List<String> causes = new ArrayList<>();
        for (Row row : trace.rows()) {
            collect(trace, row, row.outer(), passes, causes);
        }
        return causes.stream().map(cause -> cause.replace(APP + ".", "")).toList();
    }

    private static void collect(StrictTrace trace, Row row, Call call, Map<String, Pass> passes, List<String> causes) {
        for (Call child : call.children()) {
            if (call.flags().contains("callback")) {
                Run run = runOf(trace, row, call);
                Pass pass = passes.get(run.number());
                String cause = run.ambiguous() ? "ambiguous" : pass == null ? "unknown" : pass.call();
                causes.add(child.name() + " <- " + cause + " by " + call.name());
            }
            collect(trace, row, child, passes, causes);
        }
    }
}
