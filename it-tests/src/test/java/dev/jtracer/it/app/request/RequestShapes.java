// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.request;

import dev.jtracer.it.app.shape.Shape;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests from four threads that pass their work to a {@link Shape} of library. Every method has the number of the
 * request that it works for, and counts its calls.
 */
public final class RequestShapes {
    private static final int THREADS = 4;
    private static final AtomicLong CALLS = new AtomicLong();

    private final Shape shape;
    private final String task;
    private final CountDownLatch done;

    private RequestShapes(Shape shape, String task, int requests) {
        this.shape = shape;
        this.task = task;
        this.done = new CountDownLatch(requests);
    }

    /** Takes the shape, the executor below it, the kind of the tasks and the number of requests. */
    public static void main(String[] args) throws InterruptedException {
        int requests = Integer.parseInt(args[3]);
        Shape shape = Shape.of(args[0], args[1]);
        RequestShapes application = new RequestShapes(shape, args[2], requests);
        shape.starts(THREADS, requests / THREADS, rid -> application.request(rid));
        application.done.await();
        System.out.println("calls " + CALLS.get());
        System.exit(0);
    }

    private void request(int rid) {
        CALLS.incrementAndGet();
        prepare(rid);
        switch (task) {
            case "lambda" -> shape.accept(rid, () -> work(rid));
            case "object" -> shape.accept(rid, new Job(this, rid));
            case "own" -> shape.accept(rid, Shape.byReflection(this, rid));
            case "again" -> shape.accept(rid, () -> workAndPass(rid));
            case "forked" -> {
                shape.fork(new Sum(this, rid, 4));
                done.countDown();
            }
            default -> throw new IllegalArgumentException(task);
        }
    }

    @SuppressWarnings("UnusedVariable") // the trace has it
    private void prepare(int rid) {
        CALLS.incrementAndGet();
    }

    /** Called by the tasks; by those of the library's own by reflection. */
    public void work(int rid) {
        CALLS.incrementAndGet();
        step(rid);
        Shape.pause(rid);
        step(rid);
        shape.worked();
        done.countDown();
    }

    private void workAndPass(int rid) {
        CALLS.incrementAndGet();
        Shape.pause(rid);
        shape.accept(rid, Shape.byReflection(this, rid));
    }

    @SuppressWarnings("UnusedVariable") // the trace has it
    private void step(int rid) {
        CALLS.incrementAndGet();
    }

    /** A task of a class of the application's. */
    private static final class Job implements Runnable {
        private final RequestShapes application;
        private final int rid;

        Job(RequestShapes application, int rid) {
            this.application = application;
            this.rid = rid;
        }

        @Override
        public void run() {
            application.work(rid);
        }
    }

    /** A task that is divided. */
    private static final class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final transient RequestShapes application;
        private final int rid;
        private final int leaves;

        Sum(RequestShapes application, int rid, int leaves) {
            this.application = application;
            this.rid = rid;
            this.leaves = leaves;
        }

        @Override
        protected Integer compute() {
            if (leaves > 1) {
                Shape.pause(rid);
                Sum left = new Sum(application, rid, leaves / 2);
                left.fork();
                return new Sum(application, rid, leaves - leaves / 2).compute() + left.join();
            }
            application.step(rid);
            return 1;
        }
    }
}
