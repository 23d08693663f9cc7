// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.shape;

import java.util.concurrent.Executor;
import kotlin.Unit;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.ExecutorsKt;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.sync.Mutex;
import kotlinx.coroutines.sync.MutexKt;

/** Coroutines that wait for a mutex. The application resumes one of them when it has done the work of another. */
final class Coroutines extends Shape {
    private final CoroutineDispatcher dispatcher;
    private final Mutex mutex = MutexKt.Mutex(false);

    Coroutines(Executor executor) {
        dispatcher = ExecutorsKt.from(executor);
    }

    @Override
    public void accept(int rid, Runnable task) {
        Job locking = BuildersKt.launch(
                GlobalScope.INSTANCE,
                dispatcher,
                CoroutineStart.DEFAULT,
                (scope, continuation) -> mutex.lock(null, continuation));
        locking.invokeOnCompletion(failure -> {
            task.run();
            return Unit.INSTANCE;
        });
    }

    @Override
    public void worked() {
        mutex.unlock(null);
    }
}
