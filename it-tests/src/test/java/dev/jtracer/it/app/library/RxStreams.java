// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subjects.PublishSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Streams of RxJava, on the caller's thread and on schedulers. */
public final class RxStreams {
    private RxStreams() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) {
        System.out.println("mapped " + Single.just(20).map(x -> x + 1).blockingGet());
        System.out.println("elsewhere " + elsewhere());
        System.out.println("parallel " + parallel());
        System.out.println("zipped " + zipped());
        System.out.println("retried " + retried());
        System.out.println("timed " + timed());
        System.out.println("subject " + subject());
        System.out.println("created " + created());
        Schedulers.shutdown();
    }

    private static Integer elsewhere() {
        return Single.fromCallable(() -> 6)
                .subscribeOn(Schedulers.io())
                .observeOn(Schedulers.computation())
                .map(x -> x * 7)
                .blockingGet();
    }

    private static Integer parallel() {
        return Flowable.range(1, 2_000)
                .parallel(2)
                .runOn(Schedulers.computation())
                .map(x -> x * 2)
                .sequential()
                .reduce(0, Integer::sum)
                .blockingGet();
    }

    private static List<String> zipped() {
        return Observable.zip(Observable.range(1, 5), Observable.fromArray("a", "b", "c"), (n, text) -> n + text)
                .toList()
                .blockingGet();
    }

    private static String retried() {
        int[] attempts = {0};
        return Maybe.fromSupplier(() -> {
                    if (++attempts[0] < 3) {
                        throw new IllegalStateException("attempt " + attempts[0]);
                    }
                    return "attempt " + attempts[0];
                })
                .retry(5)
                .onErrorReturn(failure -> "failed")
                .blockingGet();
    }

    private static List<Long> timed() {
        return Observable.interval(1, TimeUnit.MILLISECONDS).take(5).toList().blockingGet();
    }

    private static List<String> subject() {
        List<String> seen = new ArrayList<>();
        PublishSubject<String> subject = PublishSubject.create();
        Disposable subscription = subject.map(text -> text + "!")
                .subscribe(seen::add, failure -> seen.add("failed"), () -> seen.add("done"));
        subject.onNext("a");
        subject.onNext("b");
        subject.onComplete();
        seen.add("disposed " + subscription.isDisposed());
        return seen;
    }

    private static long created() {
        return Flowable.<Integer>create(
                        emitter -> {
                            for (int i = 0; i < 1_000; i++) {
                                emitter.onNext(i);
                            }
                            emitter.onComplete();
                        },
                        BackpressureStrategy.BUFFER)
                .window(10)
                .flatMapSingle(window -> window.reduce(0, Integer::sum))
                .count()
                .blockingGet();
    }
}
