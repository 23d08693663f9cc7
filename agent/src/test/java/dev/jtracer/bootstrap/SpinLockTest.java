// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SpinLockTest {
    private static final long ONE = 1;
    private static final long ANOTHER = 2;

    private final SpinLock lock = new SpinLock();

    @Test
    @Timeout(60)
    void holderThatWasInterruptedByAnException_hasTheLockStill() {
        lock.acquire(ONE);

        lock.acquire(ONE);

        assertThat(lock.holder).isEqualTo(ONE);
    }

    @Test
    @Timeout(60)
    void others_waitUntilTheHolderLetsGo() throws InterruptedException {
        lock.acquire(ONE);
        Thread waiting = new Thread(() -> lock.acquire(ANOTHER));
        waiting.setDaemon(true);
        waiting.start();

        waiting.join(50);
        assertThat(waiting.isAlive()).isTrue();
        lock.holder = 0;
        waiting.join();

        assertThat(lock.holder).isEqualTo(ANOTHER);
    }
}
