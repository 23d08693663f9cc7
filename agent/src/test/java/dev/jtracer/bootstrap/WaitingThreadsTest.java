// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses a stack without chunks: the test passes chunks by invented numbers. */
class WaitingThreadsTest {
    private static final long A_MINUTE = 60_000_000_000L;
    private static final int LAST_JAVA_WITH_STOP = 19;

    private final WaitingThreads waiting = new WaitingThreads(new FreeChunks(new long[0]));

    @BeforeEach
    void record() {
        waiting.longestNanos(A_MINUTE);
        TracerSwitch.set(true);
    }

    @AfterEach
    void stopRecording() {
        TracerSwitch.set(false);
    }

    @Test
    void threads_areServedInTheOrderOfTheirArrival() throws Exception {
        List<Waiter> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiters.add(startWaiting());
        }

        for (int chunk = 1; chunk <= 3; chunk++) {
            assertThat(waiting.offer(chunk)).isTrue();
        }
        waiters.add(startWaiting());
        for (int chunk = 4; chunk <= 6; chunk++) {
            assertThat(waiting.offer(chunk)).isTrue();
        }

        assertThat(waiting.offer(7)).isFalse();
        for (int i = 0; i < waiters.size(); i++) {
            assertThat(waiters.get(i).awaitChunk()).isEqualTo(i + 1);
        }
    }

    @Test
    void unparkDuringAWait_isKept() throws Exception {
        Waiter waiter = startWaiting();
        for (int i = 0; i < 100; i++) {
            LockSupport.unpark(waiter);
        }
        waiter.awaitParked();

        waiting.offer(1);

        // The park after the wait returns; otherwise the thread would not end.
        assertThat(waiter.awaitChunk()).isEqualTo(1);
    }

    @Test
    void interruptedThread_keepsItsFlagAndWaitsOnceForAShortTime() throws Exception {
        Waiter waiter = new Waiter();
        waiter.start();
        waiter.awaitParked();
        waiter.interrupt();

        assertThat(waiter.awaitChunk()).isZero();
        assertThat(waiter.isInterruptedAfterwards).isTrue();
        assertThat(waiting.await(waiter.buffer, System.nanoTime())).isZero();

        assertThat(waiting.offer(1)).isFalse();
        assertThat(waiter.buffer.waiting).isEqualTo(WaitingThreads.NOT_QUEUED);
    }

    @Test
    void fullWait_letsNobodyWaitUntilAChunkIsFree() throws Exception {
        waiting.longestNanos(1_000_000);
        assertThat(startWaiting().awaitChunk()).isZero();
        waiting.longestNanos(TimeUnit.DAYS.toNanos(1));
        Waiter later = new Waiter();
        long whenLate = System.nanoTime() + TimeUnit.DAYS.toNanos(2);
        assertThat(waiting.await(later.buffer, whenLate)).isZero();
        assertThat(waiting.isEmpty()).as("only the first thread is queued").isFalse();

        assertThat(waiting.offer(1)).isFalse();
        later.start();
        later.awaitParked();
        assertThat(waiting.offer(2)).isTrue();
        assertThat(later.awaitChunk()).isEqualTo(2);
    }

    @Test
    void release_letsAllGoOnWithoutAChunk() throws Exception {
        List<Waiter> waiters = List.of(startWaiting(), startWaiting());

        waiting.release();

        for (Waiter waiter : waiters) {
            assertThat(waiter.awaitChunk()).isZero();
        }
        assertThat(waiting.isEmpty()).isTrue();
    }

    @Test
    @SuppressWarnings({"deprecation", "removal"}) // the one before 18, the other since
    void stoppedThread_leavesTheQueueAndKeepsItsPermit() throws Exception {
        assumeTrue(Runtime.version().feature() <= LAST_JAVA_WITH_STOP, "this JDK cannot stop threads");
        Waiter waiter = startWaiting();
        LockSupport.unpark(waiter);
        waiter.awaitParked();

        waiter.stop();

        assertThat(waiter.awaitChunk()).isZero();
        assertThat(waiter.death).isInstanceOf(ThreadDeath.class);
        assertThat(waiting.offer(1)).isFalse();
    }

    @Test
    void chunkOfAThreadThatEndsWithoutTakingIt_isReturned() {
        ThreadBuffer buffer = new ThreadBuffer(1, new Thread(), 1);
        buffer.waiting = 7;

        assertThat(WaitingThreads.remove(buffer)).isEqualTo(7);
        assertThat(WaitingThreads.remove(buffer)).isZero();
    }

    private Waiter startWaiting() {
        Waiter waiter = new Waiter();
        waiter.start();
        waiter.awaitParked();
        return waiter;
    }

    /** Waits for a chunk, then parks, as an application may. */
    private final class Waiter extends Thread {
        private final ThreadBuffer buffer = new ThreadBuffer(1, this, 1);
        private int chunk;
        private boolean isInterruptedAfterwards;
        private @Nullable Throwable death;

        Waiter() {
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                chunk = waiting.await(buffer, System.nanoTime());
            } catch (Throwable thrown) {
                death = thrown;
            }
            isInterruptedAfterwards = isInterrupted();
            LockSupport.park();
        }

        void awaitParked() {
            long deadline = System.nanoTime() + A_MINUTE;
            while (getState() != State.TIMED_WAITING && isAlive() && System.nanoTime() - deadline < 0) {
                Thread.onSpinWait();
            }
        }

        int awaitChunk() throws InterruptedException {
            join(TimeUnit.NANOSECONDS.toMillis(A_MINUTE));
            assertThat(isAlive()).as("thread hangs").isFalse();
            return chunk;
        }
    }
}
