// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;

/** A class of the application's own that a library calls back by several methods. */
public final class OwnSubscriber implements Subscriber<Integer> {
    private int sum;

    public static void main(String[] args) {
        OwnSubscriber subscriber = new OwnSubscriber();
        Flux.range(1, 10).subscribe(subscriber);
        System.out.println(subscriber.sum);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer number) {
        sum += number;
    }

    @Override
    public void onError(Throwable failure) {
        throw new IllegalStateException(failure);
    }

    @Override
    public void onComplete() {
        sum++;
    }
}
