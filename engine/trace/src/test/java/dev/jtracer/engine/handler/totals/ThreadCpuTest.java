// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ThreadCpuTest {
    private static final int LENGTH = 2_000;

    private static ThreadCpu of(Map<Long, Long> readings) {
        return new ThreadCpu(Map.of(1L, Map.of(2L, new TreeMap<>(readings))));
    }

    /** A thread works or waits at random; what it has used from any time to any other is within the limits. */
    @Test
    void limits_holdForAnyReadings() {
        long seed = System.nanoTime();
        int known = 0;
        for (int i = 0; i < 200; i++) {
            Random random = new Random(seed + i);
            long[] used = used(random);
            Map<Long, Long> readings = new TreeMap<>();
            int count = 1 + random.nextInt(50);
            for (int reading = 0; reading < count; reading++) {
                int at = random.nextInt(LENGTH);
                readings.put((long) at, used[at]);
            }
            ThreadCpu cpu = of(readings);
            for (int interval = 0; interval < 100; interval++) {
                int[] ends = {random.nextInt(LENGTH), random.nextInt(LENGTH)};
                Arrays.sort(ends);
                ThreadCpu.Range range = cpu.between(1, 2, ends[0], ends[1]);
                assertThat(used[ends[1]] - used[ends[0]])
                        .as("seed %d, case %d", seed, i)
                        .isBetween(range.leastNanos(), range.mostNanos());
                known += range.isKnown() ? 1 : 0;
            }
        }
        assertThat(known).isGreaterThan(5_000);
    }

    /** Returns by time what a thread has used so far. */
    private static long[] used(Random random) {
        long[] used = new long[LENGTH];
        boolean works = true;
        for (int at = 1; at < LENGTH; at++) {
            works ^= random.nextInt(100) == 0;
            used[at] = used[at - 1] + (works ? 1 : 0);
        }
        return used;
    }

    @Test
    void workAndWaiting_areToldApart() {
        ThreadCpu cpu = of(Map.of(
                20L, 15L, // the call began at 10
                1_000L, 15L,
                1_020L, 25L,
                2_000L, 1_005L));

        assertThat(cpu.between(1, 2, 10, 1_010)).isEqualTo(new ThreadCpu.Range(0, 20));
        assertThat(cpu.between(1, 2, 1_010, 1_990)).isEqualTo(new ThreadCpu.Range(970, 980));
    }

    @Test
    void timeWithoutAReading_isNotKnown() {
        ThreadCpu cpu = of(Map.of(20L, 15L));

        assertThat(cpu.between(1, 2, 21, 1_000).isKnown()).isFalse();
        assertThat(cpu.between(1, 3, 0, 1_000).isKnown()).isFalse();
        assertThat(cpu.between(2, 2, 0, 1_000).isKnown()).isFalse();
    }
}
