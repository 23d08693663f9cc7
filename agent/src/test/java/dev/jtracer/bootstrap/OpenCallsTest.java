// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenCallsTest {
    private static final int ROUNDS = 5_000;

    @AfterEach
    void forget() {
        OpenCalls.initialize();
    }

    /** The first two each made a table; the call in the one that was replaced counted as none. */
    @Test
    void firstCallsOfTwoVirtualThreads_countBoth() throws Exception {
        ExecutorService carriers = Executors.newFixedThreadPool(2);
        CyclicBarrier start = new CyclicBarrier(2, OpenCalls::initialize);
        Future<Integer> one = carriers.submit(() -> counted(start, 1));
        Future<Integer> other = carriers.submit(() -> counted(start, 2));

        assertThat(one.get()).isEqualTo(ROUNDS);
        assertThat(other.get()).isEqualTo(ROUNDS);
        carriers.shutdown();
    }

    private static int counted(CyclicBarrier barrier, long id) throws Exception {
        int counted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            barrier.await(); // forgets the calls of the round before
            OpenCalls.begunByVirtual(id);
            int count = OpenCalls.countOfVirtual(id);
            for (int spins = 0; spins < 1_000 && count == 1; spins++) {
                count = OpenCalls.countOfVirtual(id);
            }
            counted += count;
        }
        return counted;
    }
}
