// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import java.util.concurrent.ExecutionException;
import kotlin.Unit;
import kotlin.collections.CollectionsKt;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.jvm.functions.Function1;
import kotlin.sequences.SequencesKt;
import kotlin.text.Regex;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineScopeKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Deferred;
import kotlinx.coroutines.DelayKt;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.future.FutureKt;

/** Coroutines and functions of Kotlin's libraries, driven from Java. */
public final class KotlinCoroutines {
    private KotlinCoroutines() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        System.out.println("blocking " + blocking());
        System.out.println("awaited " + awaited());
        System.out.println("launched " + launched());
        System.out.println("failure " + failure());
        System.out.println("list " + list());
        System.out.println("sequence " + sequence());
        System.out.println("lazy " + kotlin.LazyKt.lazy(() -> "once").getValue());
        System.out.println("regex " + new Regex("[0-9]").replace("a1b2", match -> "<" + match.getValue() + ">"));
    }

    private static Object blocking() throws InterruptedException {
        return BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> 42);
    }

    private static Object awaited() throws InterruptedException {
        return BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> deferred(scope)
                .await(continuation));
    }

    private static Deferred<Integer> deferred(CoroutineScope scope) {
        return BuildersKt.async(scope, background(), CoroutineStart.DEFAULT, (inner, continuation) -> 6 * 7);
    }

    private static CoroutineContext background() {
        return (CoroutineContext) Dispatchers.getDefault();
    }

    private static int launched() throws InterruptedException {
        java.util.concurrent.atomic.AtomicInteger sum = new java.util.concurrent.atomic.AtomicInteger();
        BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> {
            for (int i = 1; i <= 1_000; i++) {
                int number = i;
                BuildersKt.launch(scope, background(), CoroutineStart.DEFAULT, (inner, then) -> {
                    sum.addAndGet(number);
                    return number % 100 == 0 ? DelayKt.delay(1, then) : Unit.INSTANCE;
                });
            }
            return Unit.INSTANCE;
        });
        return sum.get();
    }

    private static String failure() throws InterruptedException, ExecutionException {
        CoroutineScope scope = CoroutineScopeKt.CoroutineScope(background());
        String[] seen = {""};
        Function1<Throwable, Unit> completed = failure -> {
            seen[0] = failure.getMessage();
            return Unit.INSTANCE;
        };
        Job job = FutureKt.asDeferred(
                FutureKt.<String>future(scope, background(), CoroutineStart.DEFAULT, (inner, then) -> "value")
                        .<String>thenApply(text -> {
                            throw new IllegalStateException(text);
                        }));
        BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, (inner, then) -> job.join(then));
        job.invokeOnCompletion(completed);
        return seen[0];
    }

    private static String list() {
        java.util.List<Integer> numbers = CollectionsKt.mutableListOf(3, 1, 2);
        java.util.List<Integer> doubled = CollectionsKt.map(numbers, x -> x * 2);
        return CollectionsKt.sortedWith(doubled, (one, other) -> other - one) + " "
                + CollectionsKt.fold(doubled, 0, Integer::sum);
    }

    private static String sequence() {
        return SequencesKt.joinToString(
                SequencesKt.take(SequencesKt.filter(SequencesKt.generateSequence(1, x -> x + 1), x -> x % 3 == 0), 4),
                ",",
                "",
                "",
                -1,
                "",
                null);
    }
}
