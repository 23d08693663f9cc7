// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.thread.TracerThreads;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TracerThreadTest {
    private static final long A_MINUTE = 60_000_000_000L;

    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> taskFailures = new LinkedBlockingQueue<>();
    private final CountDownLatch idle = new CountDownLatch(2);
    private final TracerThread tracer = new TracerThread(new TracerThreads(line -> {})) {
        @Override
        protected void dutyFailed(Throwable failure) {
            failures.add(failure);
        }

        @Override
        protected void taskFailed(Throwable failure) {
            taskFailures.add(failure);
        }

        @Override
        protected void idle() {
            idle.countDown();
        }
    };

    @BeforeEach
    void start() {
        tracer.start();
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
        assertThat(tracer.call(() -> "answer", A_MINUTE)).isEqualTo("answer");
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

        assertThat(failures.poll(A_MINUTE, TimeUnit.NANOSECONDS)).isSameAs(thrown);
        assertThat(tracer.call(() -> 1, A_MINUTE)).isEqualTo(1);
    }

    @Test
    void taskThatThrows_leavesTheThreadAtWork() throws Exception {
        IllegalStateException thrown = new IllegalStateException("of a test");
        tracer.execute(() -> {
            throw thrown;
        });

        assertThat(tracer.call(() -> 1, A_MINUTE)).isEqualTo(1);
        assertThat(taskFailures).containsExactly(thrown);
        assertThat(failures).isEmpty();
    }

    @Test
    void failureOfACall_isItsCallers() {
        assertThatThrownBy(() -> tracer.call(
                        () -> {
                            throw new IOException("disk full");
                        },
                        A_MINUTE))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("disk full");
        assertThat(failures).isEmpty();
    }

    @Test
    void callOnTheThreadItself_isNotWaitedFor() throws Exception {
        assertThat(tracer.call(() -> tracer.call(() -> "inner", A_MINUTE), A_MINUTE))
                .isEqualTo("inner");
    }

    @Test
    void callThatTakesTooLong_isAbandonedAndStillRun() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        assertThatThrownBy(() -> tracer.call(
                        () -> {
                            goOn.await();
                            done.countDown();
                            return List.of();
                        },
                        1_000_000))
                .isInstanceOf(TimeoutException.class);

        goOn.countDown();
        assertThat(done.await(A_MINUTE, TimeUnit.NANOSECONDS)).isTrue();
    }

    @Test
    void interruptOfTheCaller_isKeptForIt() throws Exception {
        Thread.currentThread().interrupt();

        assertThat(tracer.call(() -> "answer", A_MINUTE)).isEqualTo("answer");

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void parkPermitOfTheCaller_isKeptForIt() throws Exception {
        Thread caller = Thread.currentThread();
        LockSupport.unpark(caller);

        tracer.call(
                () -> {
                    // Only after the caller has parked, which consumes the permit.
                    while (LockSupport.getBlocker(caller) == null) {
                        Thread.onSpinWait();
                    }
                    return caller;
                },
                A_MINUTE);

        // Without the permit, this park lasts its full time.
        long before = System.nanoTime();
        LockSupport.parkNanos(this, A_MINUTE / 6);
        assertThat(System.nanoTime() - before).isLessThan(A_MINUTE / 12);
    }

    @Test
    void interruptOfTheThread_isClearedAndEndsNothing() throws Exception {
        Thread itself = tracer.call(Thread::currentThread, A_MINUTE);
        itself.interrupt();
        tracer.execute(itself::interrupt);

        assertThat(tracer.call(Thread::currentThread, A_MINUTE)).isSameAs(itself);
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
