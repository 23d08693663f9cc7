// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongIntTableTest {
    private final LongIntTable table = new LongIntTable();

    @Test
    void unknownKey_isAbsent() {
        assertThat(table.get(7)).isEqualTo(LongIntTable.ABSENT);
        assertThat(table.remove(7)).isEqualTo(LongIntTable.ABSENT);
        assertThat(table.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE})
    void everyKey_isPossible(long key) {
        assertThat(table.get(key)).isEqualTo(LongIntTable.ABSENT);

        table.put(key, 0);

        assertThat(table.get(key)).isZero();
        assertThat(table.remove(key)).isZero();
        assertThat(table.get(key)).isEqualTo(LongIntTable.ABSENT);
    }

    @Test
    void put_replacesAValue() {
        table.put(3, 10);
        table.put(3, 11);

        assertThat(table.get(3)).isEqualTo(11);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void negativeValue_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> table.put(1, -1)).withMessage("value '-1' is negative");
    }

    @Test
    void growth_keepsEveryKey() {
        for (int key = 0; key < 100_000; key++) {
            table.put(key, key * 2);
        }

        for (int key = 0; key < 100_000; key++) {
            assertThat(table.get(key)).isEqualTo(key * 2);
        }
        assertThat(table.get(100_000)).isEqualTo(LongIntTable.ABSENT);
        assertThat(table.size()).isEqualTo(100_000);
    }

    /** One in six random odd factors puts more than 2 of these keys into one slot. */
    @Test
    void successiveKeys_areSpreadEvenly() {
        for (int table = 0; table < 500; table++) {
            long factor = LongIntTable.randomFactor();
            int[] keysOfSlot = new int[1 << 16];
            for (long key = 1; key <= 1 << 15; key++) {
                keysOfSlot[(int) (key * factor >>> Long.SIZE - 16)]++;
            }

            assertThat(Arrays.stream(keysOfSlot).max().orElseThrow()).isLessThanOrEqualTo(2);
        }
    }

    /** At three quarters full, most runs of occupied slots have several home slots, and some wrap around the end. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void table_agreesWithAMapWhileKeysComeAndGo(long seed) {
        Random random = new Random(seed);
        Map<Long, Integer> expected = new HashMap<>();
        int keys = 1 << 4 + random.nextInt(6);

        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(keys) * (seed % 2 == 0 ? 1L : 1L << 40);
            if (random.nextInt(5) < 3) {
                table.put(key, i);
                expected.put(key, i);
            } else {
                Integer removed = expected.remove(key);
                assertThat(table.remove(key)).isEqualTo(removed == null ? LongIntTable.ABSENT : removed);
            }
            long other = random.nextInt(keys) * (seed % 2 == 0 ? 1L : 1L << 40);
            assertThat(table.get(other)).isEqualTo(expected.getOrDefault(other, LongIntTable.ABSENT));
        }

        assertThat(table.size()).isEqualTo(expected.size());
        expected.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
    }
}
