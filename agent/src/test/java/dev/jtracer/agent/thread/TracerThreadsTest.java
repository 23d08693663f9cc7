// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class TracerThreadsTest {
    private final BlockingQueue<String> problems = new LinkedBlockingQueue<>();
    private final TracerThreads threads = new TracerThreads(problems::add);

    @Test
    @SuppressWarnings("ThreadPriorityCheck")
    void thread_inheritsNothingFromItsCreator() throws Exception {
        InheritableThreadLocal<String> inheritable = new InheritableThreadLocal<>();
        AtomicReference<String> inherited = new AtomicReference<>("not run");
        AtomicReference<Thread> created = new AtomicReference<>();
        Thread creator = new Thread(new ThreadGroup("of the application"), () -> {
            inheritable.set("of the application");
            created.set(threads.create("jtracer-test", () -> inherited.set(inheritable.get())));
        });
        creator.setPriority(Thread.MIN_PRIORITY);
        creator.start();
        creator.join();

        Thread thread = Objects.requireNonNull(created.get());
        assertThat(thread.getPriority()).isEqualTo(Thread.NORM_PRIORITY);
        assertThat(thread.getContextClassLoader()).isNull();
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getThreadGroup().getName()).isEqualTo("jtracer");
        assertThat(thread.getThreadGroup().getParent().getParent()).isNull();
        thread.start();
        thread.join();
        assertThat(inherited).hasNullValue();
    }

    @Test
    void uncaughtException_goesToTheUserAndNotToTheDefaultHandler() throws Exception {
        AtomicReference<Throwable> atDefault = new AtomicReference<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> atDefault.set(failure));
        try {
            Thread thread = threads.create("jtracer-test", () -> {
                throw new IllegalStateException("of a test");
            });
            thread.start();
            thread.join();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }

        assertThat(atDefault).hasNullValue();
        assertThat(problems.poll(1, TimeUnit.MINUTES))
                .isEqualTo("thread 'jtracer-test' has ended (java.lang.IllegalStateException: of a test);"
                        + " please report this line");
    }

    @Test
    void end_waitsForThreadsThatCheckIt() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Thread thread = threads.create("jtracer-test", () -> {
            started.countDown();
            while (!threads.areEnding()) {
                LockSupport.park(this);
            }
        });
        thread.start();
        started.await();

        assertThat(threads.end(System.nanoTime() + TimeUnit.MINUTES.toNanos(1))).isNull();
        assertThat(thread.isAlive()).isFalse();
        threads.destroyGroup();
    }

    @Test
    void threadThatGoesOn_isNamedAtTheDeadline() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        Thread thread = threads.create("jtracer-busy", () -> {
            started.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        started.await();

        assertThat(threads.end(System.nanoTime())).isEqualTo("jtracer-busy");
        end.countDown();
        thread.join();
    }
}
