// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.subjects.SingleSubject;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Twelve requests that pass the same method reference to operators of Reactor and RxJava. No operator runs before all
 * are assembled, and each runs on a thread with the number of its request.
 */
public final class ConcurrentOperators {
    private static final int REQUESTS = 12;

    private final int number;
    private final Sinks.One<Integer> sink = Sinks.one();
    private final SingleSubject<Integer> subject = SingleSubject.create();
    private Mono<String> mono = Mono.empty();
    private Single<String> single = Single.never();

    private ConcurrentOperators(int number) {
        this.number = number;
    }

    public static void main(String[] args) throws InterruptedException {
        List<ConcurrentOperators> requests = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            ConcurrentOperators request = new ConcurrentOperators(i);
            requests.add(request);
            run(request::assemble, "request-" + i);
        }
        for (ConcurrentOperators request : requests) {
            run(request::emit, "emitter-" + request.number);
        }
        for (ConcurrentOperators request : requests) {
            System.out.println(request.mono.block() + request.single.blockingGet());
        }
    }

    private static void run(Runnable task, String name) throws InterruptedException {
        Thread thread = new Thread(task, name);
        thread.start();
        thread.join();
    }

    private void assemble() {
        mono = sink.asMono().map(ConcurrentOperators::format).cache();
        single = subject.map(ConcurrentOperators::format).cache();
        mono.subscribe();
        single.subscribe();
    }

    private void emit() {
        sink.emitValue(number, Sinks.EmitFailureHandler.FAIL_FAST);
        subject.onSuccess(number);
    }

    private static String format(int number) {
        return "n" + number;
    }
}
