// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.CommandException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A recording that ends after some time, or earlier when the user ends this program by Ctrl-C. */
final class TimedRecording {
    /** The end of a recording. */
    interface End {
        void run() throws CommandException;
    }

    private TimedRecording() {}

    static void run(long nanos, End end) throws CommandException {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            interrupted.countDown();
            awaitEnd(ended);
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            interrupted.await(nanos, TimeUnit.NANOSECONDS);
            end.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingByCtrlC) {
            // The hook has done its work.
        }
    }

    private static void awaitEnd(CountDownLatch ended) {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
