// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.shape;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor's scheduler for blocking work: each of its few threads, or its virtual ones, takes the next task at the end
 * of another.
 */
final class Elastic extends Shape {
    private final Scheduler scheduler = Schedulers.boundedElastic();

    @Override
    public void accept(int rid, Runnable task) {
        Mono.fromRunnable(task).subscribeOn(scheduler).subscribe();
    }
}
