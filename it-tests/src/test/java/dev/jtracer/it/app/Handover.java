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
public final class Handover {
    private static final AtomicInteger WORK = new AtomicInteger();

    private Handover() {}

    public static void main(String[] args) throws Exception {
        HandoverLibrary.outside();
        if (args.length > 0) {
            repeatFor(Integer.parseInt(args[0]));
            return;
        }
        HandoverLibrary library = new HandoverLibrary();
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
        HandoverLibrary.Turns overlapping = new HandoverLibrary.Turns("overlapped");
        queueInsideAfterOutside(overlapping);
        HandoverLibrary.Turns queued = new HandoverLibrary.Turns("queued");
        queueTwice(queued);
        queueAgain(queued);
        fail(library);
        supply(library);
        delay(library);
        trigger(library);
        fork(library);
        stream(library);
        reuse(library);
        HandoverLibrary.Full full = new HandoverLibrary.Full();
        reject(full);
        rejectFailing(full);
        full.end();
        library.end();
        System.out.println("work " + WORK.get());
    }

    private static void repeatFor(int rounds) throws Exception {
        HandoverLibrary library = new HandoverLibrary();
        for (int i = 0; i < rounds; i++) {
            submit(library).get();
            supply(library);
        }
        library.end();
        System.out.println("work " + WORK.get());
    }

    private static Future<?> submit(HandoverLibrary library) {
        return library.later("submitted");
    }

    private static void execute(HandoverLibrary library) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        library.execute("executed", done);
        done.await();
    }

    private static void chain(HandoverLibrary library) throws Exception {
        library.laterAndLater("chained").get();
    }

    private static void schedule(HandoverLibrary library) throws Exception {
        library.soon("scheduled");
    }

    private static void repeat(HandoverLibrary library) throws Exception {
        library.often("repeated", 3);
    }

    private static void share(HandoverLibrary library) throws Exception {
        library.same("shared", 2);
    }

    private static void queueInsideAfterOutside(HandoverLibrary.Turns turns) throws InterruptedException {
        turns.queuePause();
        turns.queueOutside();
        turns.queue();
        turns.endPause();
        turns.awaitRuns(2);
        turns.end();
    }

    /** Queues a task twice, and waits for its first run. */
    private static void queueTwice(HandoverLibrary.Turns turns) throws InterruptedException {
        turns.queuePause();
        turns.queue();
        turns.queuePause();
        turns.queue();
        turns.endPause();
        turns.awaitRuns(1);
    }

    /** Queues the task again before its second run. */
    private static void queueAgain(HandoverLibrary.Turns turns) throws InterruptedException {
        turns.queue();
        turns.endPause();
        turns.awaitRuns(2);
        turns.end();
    }

    private static void fail(HandoverLibrary library) throws Exception {
        try {
            library.later("failed").get();
        } catch (ExecutionException expected) {
            WORK.incrementAndGet();
        }
    }

    private static void supply(HandoverLibrary library) {
        library.supply("supplied").join();
    }

    private static void delay(HandoverLibrary library) {
        library.delayed("delayed");
    }

    private static void trigger(HandoverLibrary library) {
        CompletableFuture<String> trigger = new CompletableFuture<>();
        CompletableFuture<?> done = prepare(library, trigger);
        complete(trigger);
        done.join();
    }

    private static CompletableFuture<?> prepare(HandoverLibrary library, CompletableFuture<?> trigger) {
        return library.after(trigger, "triggered");
    }

    private static void complete(CompletableFuture<String> trigger) {
        trigger.complete("");
    }

    private static void fork(HandoverLibrary library) {
        library.fork("forked", 50);
    }

    private static void stream(HandoverLibrary library) {
        library.stream("streamed", 50);
    }

    private static void reuse(HandoverLibrary library) throws InterruptedException {
        library.twice("reused");
    }

    private static void reject(HandoverLibrary.Full full) {
        full.execute("rejected");
    }

    private static void rejectFailing(HandoverLibrary.Full full) {
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
