// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.OwnSubscriber;
import dev.jtracer.it.app.library.JdkCallbacks;
import dev.jtracer.it.app.library.Library;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Pass;
import dev.jtracer.it.harness.StrictTrace.Run;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Callbacks of a program that it passes to untraced libraries. */
class LibraryCallbacksIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void futuresExecutorsTimersAndParallelStreams_runWhatTheyReceived() {
        StrictTrace trace = trace(JdkCallbacks.class);

        String future = "java.util.concurrent.CompletableFuture.";
        assertLinked(trace, future + "supplyAsync[0]", 3)
                .allMatch(run -> run.thread().equals("worker"));
        assertLinked(trace, future + "thenApplyAsync[0]", 1)
                .allMatch(run -> run.thread().equals("worker"));
        assertLinked(trace, future + "thenCombine[1]", 1);
        assertLinked(trace, future + "thenCompose[0]", 1);
        assertLinked(trace, future + "whenComplete[0]", 1);
        assertLinked(trace, future + "handle[0]", 1);
        assertLinked(trace, future + "thenApply[0]", 0);
        assertLinked(trace, "java.util.concurrent.ExecutorService.submit[0]", 10)
                .allMatch(run -> run.thread().equals("worker"))
                .extracting(Run::number)
                .doesNotHaveDuplicates();
        assertLinked(trace, "java.util.concurrent.ScheduledExecutorService.schedule[0]", 1);
        assertThat(trace.runsOf("java.util.concurrent.ScheduledExecutorService.scheduleAtFixedRate[0]"))
                .hasSizeGreaterThanOrEqualTo(5)
                .extracting(Run::number)
                .containsOnly(trace.passesOf("java.util.concurrent.ScheduledExecutorService.scheduleAtFixedRate[0]")
                        .get(0)
                        .number());
        assertLinked(trace, "java.util.stream.IntStream.filter[0]", 1_000);
        assertLinked(trace, "java.util.stream.IntStream.map[0]", 500);
    }

    @Test
    void elementsOfAList_areLinkedToTheCallThatReceivesTheList() {
        StrictTrace trace = trace(JdkCallbacks.class);

        assertLinked(trace, "java.util.concurrent.ExecutorService.invokeAll[0]", 3)
                .allMatch(run -> run.thread().equals("worker"));
    }

    @Test
    void httpClient_runsHandlersOnItsOwnThreads() {
        StrictTrace trace = trace(Library.JETTY);

        assertLinked(trace, "java.net.http.HttpClient.sendAsync[1]", 104)
                .allMatch(run -> run.thread().startsWith("HttpClient-"));
        assertLinked(trace, "java.util.concurrent.CompletableFuture.thenApply[0]", 104);
    }

    @Test
    void reactor_runsOperatorsOnItsSchedulers() {
        StrictTrace trace = trace(Library.REACTOR);

        assertLinked(trace, "reactor.core.publisher.Mono.map[0]", 5);
        assertLinked(trace, "reactor.core.publisher.Mono.fromCallable[0]", 1)
                .allMatch(run -> run.thread().startsWith("single-"));
        assertLinked(trace, "reactor.core.publisher.Mono.fromSupplier[0]", 3);
        assertLinked(trace, "reactor.core.publisher.ParallelFlux.map[0]", 2_000)
                .allMatch(run -> run.thread().startsWith("parallel-"));
        assertLinked(trace, "reactor.core.publisher.Flux.map[0]", 2)
                .allMatch(run -> run.thread().startsWith("boundedElastic-"));
        assertLinked(trace, "reactor.core.publisher.Flux.groupBy[0]", 100);
    }

    @Test
    void rxJava_runsOperatorsOnItsSchedulers() {
        StrictTrace trace = trace(Library.RXJAVA);

        assertLinked(trace, "io.reactivex.rxjava3.core.Single.fromCallable[0]", 1)
                .allMatch(run -> run.thread().startsWith("RxCachedThreadScheduler-"));
        assertLinked(trace, "io.reactivex.rxjava3.core.Single.map[0]", 2);
        assertLinked(trace, "io.reactivex.rxjava3.parallel.ParallelFlowable.map[0]", 2_000)
                .allMatch(run -> run.thread().startsWith("RxComputationThreadPool-"));
        assertLinked(trace, "io.reactivex.rxjava3.core.Observable.subscribe[0]", 2);
        assertLinked(trace, "io.reactivex.rxjava3.core.Observable.subscribe[2]", 1);
        assertLinked(trace, "io.reactivex.rxjava3.core.Flowable.flatMapSingle[0]", 100);
    }

    @Test
    void netty_runsListenersAndHandlersInItsLoops() {
        StrictTrace trace = trace(Library.NETTY);

        assertLinked(trace, "io.netty.channel.ChannelFuture.addListener[0]", 300);
        assertLinked(trace, Library.NETTY.program().getName() + "$LineEnd.<init>[0]", 600)
                .allMatch(run -> run.thread().startsWith("multiThreadIoEventLoopGroup-"));
        assertLinked(trace, "io.netty.util.concurrent.Promise.addListener[0]", 1);
        assertLinked(trace, "io.netty.util.concurrent.EventExecutorGroup.schedule[0]", 1)
                .allMatch(run -> run.thread().startsWith("defaultEventExecutorGroup-"));
        assertLinked(trace, "io.netty.util.HashedWheelTimer.newTimeout[0]", 1);
    }

    @Test
    void guava_runsFunctionsOfFuturesAndCaches() {
        StrictTrace trace = trace(Library.GUAVA);

        assertLinked(trace, "com.google.common.util.concurrent.ListeningExecutorService.submit[0]", 2);
        assertLinked(trace, "com.google.common.util.concurrent.Futures.transform[1]", 1);
        assertLinked(trace, "com.google.common.util.concurrent.Futures.transformAsync[1]", 1);
        assertLinked(trace, "com.google.common.util.concurrent.Futures.catching[2]", 1);
        assertLinked(trace, "com.google.common.cache.CacheBuilder.removalListener[0]", 4);
        assertLinked(trace, "com.google.common.cache.CacheLoader.from[0]", 5);
    }

    @Test
    void kotlin_runsCoroutinesOnItsDispatcher() {
        StrictTrace trace = trace(Library.KOTLIN_COROUTINES);

        assertLinked(trace, "kotlinx.coroutines.BuildersKt.runBlocking[1]", 4)
                .allMatch(run -> run.thread().equals("main"));
        assertLinked(trace, "kotlinx.coroutines.BuildersKt.async[3]", 1);
        assertLinked(trace, "kotlinx.coroutines.BuildersKt.launch[3]", 1_000)
                .allMatch(run -> run.thread().startsWith("DefaultDispatcher-worker-"))
                .extracting(Run::number)
                .doesNotHaveDuplicates();
        assertLinked(trace, "kotlinx.coroutines.Job.invokeOnCompletion[0]", 1);
        assertLinked(trace, "kotlin.collections.CollectionsKt.map[1]", 3);
    }

    @Test
    void scala_runsFunctionsOfCollectionsAndFutures() {
        StrictTrace trace = trace(Library.SCALA);

        assertLinked(trace, "scala.concurrent.Future.apply[0]", 3)
                .allMatch(run -> run.thread().startsWith("pool-"));
        assertLinked(trace, "scala.concurrent.Future.map[0]", 1);
        assertLinked(trace, "scala.concurrent.Future.flatMap[0]", 1);
        assertLinked(trace, "scala.concurrent.Future.transform[0]", 1);
        assertLinked(trace, "scala.collection.immutable.List.filter[0]", 1_000);
        assertLinked(trace, "scala.collection.immutable.LazyList.iterate[1]", 4);
        assertLinked(trace, "scala.Option.getOrElse[0]", 0);
        assertLinked(trace, "scala.concurrent.Future.andThen[0]", 1)
                .allMatch(run -> run.thread().startsWith("pool-"));
    }

    @Test
    void typeThatIsNotFollowed_isNamedWithItsCure() {
        Class<?>[] jars = {reactor.core.publisher.Flux.class, org.reactivestreams.Publisher.class};
        String options = "include=" + OwnSubscriber.class.getName();
        JvmResult traced =
                jvms.app(OwnSubscriber.class).onClassPath(jars).agent(options).run();
        String remark = "unless callback-types= names their types: org.reactivestreams.Subscriber (1 call)";
        assertThat(traced.stderr()).contains(remark);
        String trace = traced.files(".json").get(0).toString();
        assertThat(jvms.jtracer("report", trace).run().stdout()).contains(remark);

        JvmResult named = jvms.app(OwnSubscriber.class)
                .onClassPath(jars)
                .agent(options + ",callback-types=org.reactivestreams.Subscriber")
                .run();
        assertThat(named.stderr()).doesNotContain("callback-types=");
        assertThat(named.trace().runsOf("reactor.core.publisher.Flux.subscribe[0]"))
                .hasSize(12);
    }

    private StrictTrace trace(Library library) {
        return trace(library.program(), library.jars());
    }

    private StrictTrace trace(Class<?> program, Class<?>... jars) {
        JvmCommand command = jvms.app(program)
                .onClassPath(jars)
                .jvm("-Xverify:all")
                .quick()
                .agent("callbacks=all,include=" + program.getName());
        JvmResult traced = command.run();
        assertSameBehaviour(traced, command.runUntraced());
        return traced.trace();
    }

    /** Returns the runs of callbacks that were passed, each with the number of one of its passes. */
    private static ListAssert<Run> assertLinked(StrictTrace trace, String callback, int runs) {
        Map<String, Pass> passes =
                trace.passesOf(callback).stream().collect(Collectors.toMap(Pass::number, Function.identity()));
        assertThat(passes).as(callback).isNotEmpty();
        return assertThat(trace.runsOf(callback))
                .as(callback)
                .hasSize(runs)
                .allMatch(run -> passes.containsKey(run.number()));
    }
}
