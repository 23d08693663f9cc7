// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.thread.TracerThreads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Signal;
import org.junit.jupiter.api.Test;

class SignalToggleTest {
    private final TracerThreads threads = new TracerThreads(line -> {});

    @Test
    void signal_toggles() throws Exception {
        Semaphore toggles = new Semaphore(0);

        SignalToggle.install("URG", threads, toggles::release);
        Signal.raise(new Signal("URG"));

        assertThat(toggles.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void signalsWhileToggling_countAsOneAndOccupyNoThreads() throws Exception {
        Semaphore toggles = new Semaphore(0);
        Semaphore goOn = new Semaphore(0);
        CountDownLatch allDispatched = new CountDownLatch(1);
        // The JVM dispatches pending signals in order of their number: URG is 23, WINCH 28.
        Signal.handle(new Signal("WINCH"), signal -> allDispatched.countDown());
        SignalToggle.install("URG", threads, () -> {
            toggles.release();
            goOn.acquireUninterruptibly();
        });
        Signal.raise(new Signal("URG"));
        toggles.acquire();

        for (int i = 0; i < 200; i++) {
            Signal.raise(new Signal("URG"));
        }
        Signal.raise(new Signal("WINCH"));
        assertThat(allDispatched.await(1, TimeUnit.MINUTES)).isTrue();
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (handlers() > 0 && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }

        assertThat(handlers()).isZero();
        goOn.release(2);
        assertThat(toggles.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
        goOn.release();
        assertThat(toggles.tryAcquire(50, TimeUnit.MILLISECONDS))
                .as("a third toggle")
                .isFalse();
    }

    private static long handlers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("SIGURG handler"))
                .count();
    }

    @Test
    void handlerThatTheApplicationSetSince_staysInstalled() throws Exception {
        Signal signal = new Signal("URG");
        Signal.Handler before = Signal.handle(signal, Signal.Handler.SIG_IGN);
        SignalToggle first = SignalToggle.install("URG", threads, () -> {});
        first.uninstall();
        assertThat(Signal.handle(signal, before)).isSameAs(Signal.Handler.SIG_IGN);

        SignalToggle second = SignalToggle.install("URG", threads, () -> {});
        Signal.Handler ofApplication = received -> {};
        Signal.handle(signal, ofApplication);
        second.uninstall();

        assertThat(Signal.handle(signal, before)).isSameAs(ofApplication);
    }

    @Test
    void signalThatDoesNotExist_isExplained() {
        assertThatThrownBy(() -> SignalToggle.install("NOSUCH", threads, () -> {}))
                .isInstanceOf(OptionException.class)
                .hasMessageStartingWith("signal 'NOSUCH' is not one that this JVM can handle (")
                .hasMessageEndingWith("); use signal=URG or signal=off");
    }
}
