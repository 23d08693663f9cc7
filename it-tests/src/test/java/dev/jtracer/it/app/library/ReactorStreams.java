// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** Streams of Reactor, on the caller's thread and on schedulers. */
public final class ReactorStreams {
    private ReactorStreams() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) {
        System.out.println("mapped " + Mono.just(20).map(x -> x + 1).block());
        System.out.println("elsewhere " + elsewhere());
        System.out.println("merged " + merged());
        System.out.println("retried " + retried());
        System.out.println("timed " + timed());
        System.out.println("sink " + sink());
        System.out.println("grouped " + grouped());
    }

    private static Integer elsewhere() {
        Scheduler scheduler = Schedulers.newSingle("single");
        try {
            return Mono.fromCallable(() -> 6)
                    .subscribeOn(scheduler)
                    .flatMap(x -> Mono.just(x).map(y -> y * 7))
                    .block();
        } finally {
            scheduler.dispose();
        }
    }

    private static Integer merged() {
        return Flux.range(1, 2_000)
                .parallel(2)
                .runOn(Schedulers.parallel())
                .map(x -> x * 2)
                .sequential()
                .reduce(0, Integer::sum)
                .block();
    }

    private static String retried() {
        int[] attempts = {0};
        return Mono.fromSupplier(() -> {
                    if (++attempts[0] < 3) {
                        throw new IllegalStateException("attempt " + attempts[0]);
                    }
                    return "attempt " + attempts[0];
                })
                .retryWhen(Retry.backoff(5, Duration.ofMillis(1)))
                .onErrorResume(failure -> Mono.just("failed"))
                .block();
    }

    private static List<Long> timed() {
        return Flux.interval(Duration.ofMillis(1)).take(5).collectList().block();
    }

    private static List<String> sink() {
        Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();
        sink.tryEmitNext("a");
        sink.tryEmitNext("b");
        sink.tryEmitComplete();
        return sink.asFlux()
                .publishOn(Schedulers.boundedElastic())
                .map(text -> text + "!")
                .collectList()
                .block();
    }

    private static List<String> grouped() {
        return Flux.range(1, 100)
                .groupBy(x -> x % 3)
                .flatMap(group -> group.count().map(count -> group.key() + "=" + count))
                .sort()
                .collectList()
                .block();
    }
}
