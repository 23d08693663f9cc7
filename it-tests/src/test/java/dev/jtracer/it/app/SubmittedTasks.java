// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls of a library that calls back on other threads, without a callback of the application. */
public final class SubmittedTasks {
    private static final AtomicInteger WORK = new AtomicInteger();

    private SubmittedTasks() {}

    public static void main(String[] args) throws Exception {
        SubmittedTasksLibrary.outside();
        if (args.length > 0) {
            repeatFor(Integer.parseInt(args[0]));
            return;
        }
        SubmittedTasksLibrary library = new SubmittedTasksLibrary();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            futures.add(submit(library));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        execute(library);
        chain(library);
        schedule(library);
        repeat(library);
        share(library);
        SubmittedTasksLibrary.Turns overlapping = new SubmittedTasksLibrary.Turns("overlapped");
        queueInsideAfterOutside(overlapping);
        SubmittedTasksLibrary.Turns queued = new SubmittedTasksLibrary.Turns("queued");
        queueTwice(queued);
        queueAgain(queued);
        fail(library);
        supply(library);
        delay(library);
        trigger(library);
        fork(library);
        stream(library);
        reuse(library);
        SubmittedTasksLibrary.Full full = new SubmittedTasksLibrary.Full();
        reject(full);
        rejectFailing(full);
        full.end();
        library.end();
        System.out.println("work " + WORK.get());
    }

    private static void repeatFor(int rounds) throws Exception {
        SubmittedTasksLibrary library = new SubmittedTasksLibrary();
        for (int i = 0; i < rounds; i++) {
            submit(library).get();
            supply(library);
        }
        library.end();
        System.out.println("work " + WORK.get());
    }

    private static Future<?> submit(SubmittedTasksLibrary library) {
        return library.later("submitted");
    }

    private static void execute(SubmittedTasksLibrary library) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        library.execute("executed", done);
        done.await();
    }

    private static void chain(SubmittedTasksLibrary library) throws Exception {
        library.laterAndLater("chained").get();
    }

    private static void schedule(SubmittedTasksLibrary library) throws Exception {
        library.soon("scheduled");
    }

    private static void repeat(SubmittedTasksLibrary library) throws Exception {
        library.often("repeated", 3);
    }

    private static void share(SubmittedTasksLibrary library) throws Exception {
        library.same("shared", 2);
    }

    private static void queueInsideAfterOutside(SubmittedTasksLibrary.Turns turns) throws InterruptedException {
        turns.queuePause();
        turns.queueOutside();
        turns.queue();
        turns.endPause();
        turns.awaitRuns(2);
        turns.end();
    }

    /** Queues a task twice, and waits for its first run. */
    private static void queueTwice(SubmittedTasksLibrary.Turns turns) throws InterruptedException {
        turns.queuePause();
        turns.queue();
        turns.queuePause();
        turns.queue();
        turns.endPause();
        turns.awaitRuns(1);
    }

    /** Queues the task again before its second run. */
    private static void queueAgain(SubmittedTasksLibrary.Turns turns) throws InterruptedException {
        turns.queue();
        turns.endPause();
        turns.awaitRuns(2);
        turns.end();
    }

    private static void fail(SubmittedTasksLibrary library) throws Exception {
        try {
            library.later("failed").get();
        } catch (ExecutionException expected) {
            WORK.incrementAndGet();
        }
    }

    private static void supply(SubmittedTasksLibrary library) {
        library.supply("supplied").join();
    }

    private static void delay(SubmittedTasksLibrary library) {
        library.delayed("delayed");
    }

    private static void trigger(SubmittedTasksLibrary library) {
        CompletableFuture<String> trigger = new CompletableFuture<>();
        CompletableFuture<?> done = prepare(library, trigger);
        complete(trigger);
        done.join();
    }

    private static CompletableFuture<?> prepare(SubmittedTasksLibrary library, CompletableFuture<?> trigger) {
        return library.after(trigger, "triggered");
    }

    private static void complete(CompletableFuture<String> trigger) {
        trigger.complete("");
    }

    private static void fork(SubmittedTasksLibrary library) {
        library.fork("forked", 50);
    }

    private static void stream(SubmittedTasksLibrary library) {
        library.stream("streamed", 50);
    }

    private static void reuse(SubmittedTasksLibrary library) throws InterruptedException {
        library.twice("reused");
    }

    private static void reject(SubmittedTasksLibrary.Full full) {
        full.execute("rejected");
    }

    private static void rejectFailing(SubmittedTasksLibrary.Full full) {
        try {
            full.execute("rejectedFailing");
        } catch (IllegalStateException expected) {
            afterwards();
        }
    }

    static void rejected() {
        WORK.incrementAndGet();
    }

    static void rejectedFailing() {
        WORK.incrementAndGet();
        throw new IllegalStateException("rejected");
    }

    private static void afterwards() {
        WORK.incrementAndGet();
    }

    static void reused() {
        WORK.incrementAndGet();
    }

    static void submitted() {
        WORK.incrementAndGet();
    }

    static void executed() {
        WORK.incrementAndGet();
    }

    static void chained() {
        WORK.incrementAndGet();
    }

    static void scheduled() {
        WORK.incrementAndGet();
    }

    static void repeated() {
        WORK.incrementAndGet();
    }

    static void shared() {
        WORK.incrementAndGet();
    }

    static void overlapped() {
        WORK.incrementAndGet();
    }

    static void queued() {
        WORK.incrementAndGet();
    }

    static void before() {
        WORK.incrementAndGet();
    }

    static void outside() {
        WORK.incrementAndGet();
    }

    static void supplied() {
        WORK.incrementAndGet();
    }

    static void delayed() {
        WORK.incrementAndGet();
    }

    static void triggered() {
        WORK.incrementAndGet();
    }

    static void forked() {
        WORK.incrementAndGet();
    }

    static void streamed() {
        WORK.incrementAndGet();
    }

    static void failed() {
        throw new IllegalStateException("expected " + WORK.get());
    }
}
