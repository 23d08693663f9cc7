// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app;

import dev.jtracer.it.frameworks.Clients;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import scala.PartialFunction;
import scala.concurrent.ExecutionContext;
import scala.concurrent.ExecutionContext$;
import scala.concurrent.Future;
import scala.concurrent.Promise;
import scala.concurrent.Promise$;
import scala.runtime.AbstractPartialFunction;
import scala.util.Success;
import scala.util.Try;

/** Futures of Scala on its global pool, and on one of the JDK's. */
public final class Scala {
    private static final ExecutionContext GLOBAL = ExecutionContext$.MODULE$.global();
    private static final ExecutionContext POOL =
            ExecutionContext$.MODULE$.fromExecutor(Executors.newFixedThreadPool(4));

    private Scala() {}

    /** Takes the number of requests. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Clients.send(Integer.parseInt(args[0]), Scala::request);
        Work.exit();
    }

    private static void request(int rid) {
        Work.called();
        Work.begins();
        Promise<String> promise = Promise$.MODULE$.apply();
        Future<String> first = Future.apply(() -> Work.work(rid), GLOBAL).map(done -> Work.work(rid), POOL);
        Future<String> second = promise.future().andThen(stepIfSuccess(rid), GLOBAL);
        POOL.execute(() -> promise.success(Work.work(rid)));
        first.flatMap(done -> second, GLOBAL)
                .zip(Future.apply(() -> Work.work(rid), POOL))
                .filter(both -> Work.work(rid) != null, POOL)
                .onComplete(
                        result -> {
                            Work.step(rid);
                            Work.ends();
                            return null;
                        },
                        GLOBAL);
    }

    private static PartialFunction<Try<String>, Object> stepIfSuccess(int number) {
        return new AbstractPartialFunction<Try<String>, Object>() {
            @Override
            public boolean isDefinedAt(Try<String> result) {
                return result instanceof Success;
            }

            @Override
            public <T extends Try<String>, R> R applyOrElse(T result, scala.Function1<T, R> otherwise) {
                Work.step(number);
                return null;
            }
        };
    }
}
