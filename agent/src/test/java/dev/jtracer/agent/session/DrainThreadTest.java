// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.output.ReportInMemory;
import dev.jtracer.agent.thread.TracerThreads;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DrainThreadTest {
    private static final long A_MINUTE = 60_000_000_000L;

    private final ReportInMemory lines = new ReportInMemory();
    private final CountDownLatch idle = new CountDownLatch(2);
    private final RecorderSpool spool = new RecorderSpool(false) {
        @Override
        void forgetEnded() {
            idle.countDown();
        }
    };
    private final DrainThread tracer = new DrainThread(
            new TracerThreads(line -> {}), lines.report(), spool, new WriteFailures(lines.report(), false));

    @BeforeEach
    void start() {
        tracer.start();
        tracer.beginRecording("a.json");
    }

    private static long inAMinute() {
        return System.nanoTime() + A_MINUTE;
    }

    @Test
    void duty_isRepeatedUntilItIsTakenAway() throws Exception {
        CountDownLatch often = new CountDownLatch(5);
        tracer.duty(() -> {
            often.countDown();
            return 0;
        });
        assertThat(often.await(A_MINUTE, TimeUnit.NANOSECONDS)).isTrue();

        tracer.duty(null);
        // A duty in progress ends before the first task runs, and no further duty starts.
        assertThat(tracer.answer(() -> "answer", inAMinute())).isEqualTo("answer");
    }

    @Test
    void idleTask_isRepeatedWhileThereIsNoDuty() throws InterruptedException {
        assertThat(idle.await(A_MINUTE, TimeUnit.NANOSECONDS)).isTrue();
    }

    @Test
    void dutyThatThrows_leavesTheThreadAtWork() throws Exception {
        OutOfMemoryError thrown = new OutOfMemoryError("of a test");
        tracer.duty(() -> {
            tracer.duty(null);
            throw thrown;
        });

        while (!tracer.hasFailed()) {
            Thread.onSpinWait();
        }
        assertThat(tracer.answer(() -> 1, inAMinute())).isEqualTo(1);
        assertThat(lines.text())
                .startsWith("recording to 'a.json' ends here: java.lang.OutOfMemoryError: of a test;")
                .hasLineCount(1);
    }

    @Test
    void taskThatThrows_leavesTheThreadAtWork() throws Exception {
        IllegalStateException thrown = new IllegalStateException("of a test");
        tracer.execute(() -> {
            throw thrown;
        });

        assertThat(tracer.answer(() -> 1, inAMinute())).isEqualTo(1);
        assertThat(lines.text())
                .isEqualToIgnoringNewLines(
                        "a task of the tracer's thread failed (" + thrown + "); please report this line");
        assertThat(tracer.hasFailed()).isFalse();
    }

    @Test
    void failureOfATask_isItsCallers() {
        IOException thrown = new IOException("disk full");
        assertThatThrownBy(() -> tracer.answer(
                        () -> {
                            throw thrown;
                        },
                        inAMinute()))
                .isSameAs(thrown);
        assertThat(tracer.hasFailed()).isFalse();
        assertThat(lines.text()).isEmpty();
    }

    @Test
    void taskOnTheThreadItself_isNotWaitedFor() throws Exception {
        assertThat(tracer.answer(() -> tracer.answer(() -> "inner", inAMinute()), inAMinute()))
                .isEqualTo("inner");
    }

    @Test
    void taskThatTakesTooLong_isAbandonedAndStillRun() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        assertThatThrownBy(() -> tracer.answer(
                        () -> {
                            goOn.await();
                            done.countDown();
                            return List.of();
                        },
                        System.nanoTime() + 1_000_000))
                .isInstanceOf(DrainThread.NoAnswerException.class);

        goOn.countDown();
        assertThat(done.await(A_MINUTE, TimeUnit.NANOSECONDS)).isTrue();
    }

    @Test
    void interruptOfTheCaller_isKeptForIt() throws Exception {
        Thread.currentThread().interrupt();

        assertThat(tracer.answer(() -> "answer", inAMinute())).isEqualTo("answer");

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void parkPermitOfTheCaller_isKeptForIt() throws Exception {
        Thread caller = Thread.currentThread();
        LockSupport.unpark(caller);

        tracer.answer(
                () -> {
                    // Only after the caller has parked, which consumes the permit.
                    while (LockSupport.getBlocker(caller) == null) {
                        Thread.onSpinWait();
                    }
                    return caller;
                },
                inAMinute());

        // Without the permit, this park lasts its full time.
        long before = System.nanoTime();
        LockSupport.parkNanos(this, A_MINUTE / 6);
        assertThat(System.nanoTime() - before).isLessThan(A_MINUTE / 12);
    }

    @Test
    void interruptOfTheThread_isClearedAndEndsNothing() throws Exception {
        Thread itself = tracer.answer(Thread::currentThread, inAMinute());
        itself.interrupt();
        tracer.execute(itself::interrupt);

        assertThat(tracer.answer(Thread::currentThread, inAMinute())).isSameAs(itself);
        while (itself.isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void tasksWithoutEnd_leaveTheDutyItsTurn() throws Exception {
        CountDownLatch often = new CountDownLatch(5);
        AtomicBoolean enough = new AtomicBoolean();
        Runnable endless = new Runnable() {
            @Override
            public void run() {
                if (!enough.get()) {
                    tracer.execute(this);
                }
            }
        };
        tracer.execute(endless);
        tracer.duty(() -> {
            often.countDown();
            return 0;
        });

        assertThat(often.await(A_MINUTE, TimeUnit.NANOSECONDS)).isTrue();
        enough.set(true);
    }
}
