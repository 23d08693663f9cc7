// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final int COUNT = 3_000;

    private static List<long[]> orders() {
        Random random = new Random(5);
        return List.of(
                LongStream.range(0, COUNT).map(i -> random.nextLong()).toArray(),
                LongStream.range(0, COUNT).map(i -> random.nextInt(3)).toArray(),
                LongStream.range(0, COUNT).toArray(),
                LongStream.range(0, COUNT).map(i -> -i).toArray(),
                LongStream.range(0, COUNT).map(i -> Math.min(i, COUNT - i)).toArray(),
                LongStream.range(0, COUNT).map(i -> 7).toArray(),
                new long[] {1});
    }

    @Test
    void number_isTheOneThatSortingMovesToTheIndex() {
        for (long[] numbers : orders()) {
            long[] sorted = numbers.clone();
            Arrays.sort(sorted);
            for (int index : new int[] {0, numbers.length / 3, numbers.length / 2, numbers.length - 1}) {
                assertThat(Selection.at(numbers.clone(), index)).isEqualTo(sorted[index]);
            }
        }
    }
}
