// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadsInsideTest {
    private final ThreadsInside threads = new ThreadsInside("a.recorder.");

    @ParameterizedTest
    @CsvSource({
        "a.recorder.Tracer, true",
        "a.recorder.Tracer$Inner, true",
        "a.recorder.lambda.Link, false",
        "a.recorders.Tracer, false",
        "jdk.internal.vm.Continuation, false",
        "java.lang.Thread, false"
    })
    void frames_tellWhetherAThreadIsInside(String className, boolean inside) {
        StackTraceElement[] stack = {
            new StackTraceElement("java.lang.Object", "wait", null, -2),
            new StackTraceElement(className, "any", null, 1),
            new StackTraceElement("b.Main", "main", null, 1)
        };

        assertThat(threads.isInside(stack)).isEqualTo(inside);
        assertThat(ThreadsInside.isCarrying(stack)).isEqualTo(className.endsWith("Continuation"));
    }

    @Test
    void threadThatHasEnded_isOutside() {
        assertThat(threads.isInside(null)).isFalse();
        assertThat(ThreadsInside.isCarrying(null)).isFalse();
    }

    @Test
    void threadThatStaysInside_isCountedAtTheDeadline() throws InterruptedException {
        ThreadsInside own = new ThreadsInside(getClass().getPackageName() + ".");
        Thread inside = new Thread(ThreadsInsideTest::stay);
        inside.setDaemon(true);
        inside.start();
        while (inside.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        // This test's own thread is inside of its package, too.
        assertThat(own.awaitLeft(System.nanoTime())).isEqualTo(2);
        assertThat(threads.awaitLeft(System.nanoTime() + TimeUnit.MINUTES.toNanos(1)))
                .isZero();
        inside.interrupt();
        inside.join();
    }

    private static void stay() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(1));
        }
    }
}
