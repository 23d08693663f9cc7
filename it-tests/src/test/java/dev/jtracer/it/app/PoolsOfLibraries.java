// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.CountDownLatch;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.jvm.internal.SuspendLambda;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;

/** Requests that make a library call {@link #work} on a thread of a pool, an event loop or a timer. */
public final class PoolsOfLibraries {
    private static final int REQUESTS = 100;
    private static final int THREADS = 4;

    private PoolsOfLibraries() {}

    /** Makes a hundred requests for each kind of pool that is named. */
    public static void main(String[] kinds) throws InterruptedException {
        PoolsOfLibrariesLibrary library = new PoolsOfLibrariesLibrary();
        for (String kind : kinds) {
            CountDownLatch done = new CountDownLatch(REQUESTS);
            for (int i = 0; i < THREADS; i++) {
                library.repeat(REQUESTS / THREADS, () -> request(library, kind, done));
            }
            done.await();
        }
        System.out.println("done");
        System.exit(0);
    }

    static void request(PoolsOfLibrariesLibrary library, String kind, CountDownLatch done) {
        switch (kind) {
            case "coroutine" -> launch(Dispatchers.getDefault(), done);
            case "limited coroutine" -> launch(Dispatchers.getIO(), done);
            default -> library.start(kind, done);
        }
    }

    private static void launch(CoroutineDispatcher dispatcher, CountDownLatch done) {
        BuildersKt.launch(GlobalScope.INSTANCE, dispatcher, CoroutineStart.DEFAULT, new Body(done, null));
    }

    static void work(CountDownLatch done) {
        done.countDown();
    }

    /** Decorates a task of the library's, as an application that copies its thread locals does. */
    static Runnable decorate(Runnable task) {
        return () -> task.run();
    }

    /**
     * What Kotlin's compiler makes of {@code { work(done) }}: the object that is passed makes another one that
     * runs.
     */
    private static final class Body extends SuspendLambda
            implements Function2<CoroutineScope, Continuation<? super Unit>, Object> {
        private static final long serialVersionUID = 1;

        private final transient CountDownLatch done;

        Body(CountDownLatch done, Continuation<Object> completion) {
            super(2, completion);
            this.done = done;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Continuation<Unit> create(Object value, Continuation<?> completion) {
            return (Continuation<Unit>) (Continuation<?>) new Body(done, (Continuation<Object>) completion);
        }

        @Override
        public Object invoke(CoroutineScope scope, Continuation<? super Unit> completion) {
            return ((Body) (Continuation<?>) create(scope, completion)).invokeSuspend(Unit.INSTANCE);
        }

        @Override
        protected Object invokeSuspend(Object result) {
            work(done);
            return Unit.INSTANCE;
        }
    }
}
