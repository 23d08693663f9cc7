// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PassTableTest {
    @Test
    void rows_areThoseOfAMapThatForgetsTheOldest() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Long> left = new ArrayList<>();
        PassTable table = new PassTable(100, 30) {
            @Override
            boolean isSpared(int row) {
                return false;
            }

            @Override
            void leaves(int row) {
                left.add(get(row, 0));
            }
        };
        Map<Long, Long> waiting = new LinkedHashMap<>();
        Map<Long, Long> settled = new LinkedHashMap<>();
        List<Long> expectedToLeave = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            table.evict();
            long key = random.nextInt(400) * (random.nextBoolean() ? 1L : 0x100000000L);
            int row = table.find(key);
            assertThat(row != PassTable.NONE)
                    .as("seed %d", seed)
                    .isEqualTo(waiting.containsKey(key) || settled.containsKey(key));
            if (row == PassTable.NONE) {
                row = table.add(key, PassTable.WAITING);
                assertThat(table.get(row, 7)).isZero();
                table.set(row, 7, i);
                waiting.put(key, (long) i);
                forgetOldest(waiting, 100, expectedToLeave);
            } else {
                boolean isWaiting = waiting.containsKey(key);
                Long value = isWaiting ? waiting.remove(key) : settled.remove(key);
                assertThat(table.get(row, 7)).as("seed %d", seed).isEqualTo(value);
                if (random.nextInt(3) == 0 && !isWaiting) {
                    table.await(row);
                    waiting.put(key, value);
                    forgetOldest(waiting, 100, expectedToLeave);
                } else {
                    table.settle(row);
                    settled.put(key, value);
                    forgetOldest(settled, 30, expectedToLeave);
                }
            }
        }
        table.evict();
        List<Long> kept = new ArrayList<>();
        table.forEach(row -> kept.add(table.get(row, 0)));

        assertThat(left).as("seed %d", seed).isEqualTo(expectedToLeave).hasSizeGreaterThan(1_000);
        List<Long> expectedKept = new ArrayList<>(waiting.keySet());
        expectedKept.addAll(settled.keySet());
        assertThat(kept).as("seed %d", seed).isEqualTo(expectedKept);
    }

    private static void forgetOldest(Map<Long, Long> map, int limit, List<Long> into) {
        if (map.size() > limit) {
            Long oldest = map.keySet().iterator().next();
            map.remove(oldest);
            into.add(oldest);
        }
    }
}
