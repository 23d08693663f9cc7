// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {
    private static Histogram of(long... values) {
        Histogram histogram = new Histogram();
        for (long value : values) {
            histogram.add(value);
        }
        return histogram;
    }

    @Test
    void percentile_isExactForSmallValues() {
        Histogram histogram = of(3, 1, 2, 63, 5);

        assertThat(histogram.percentile(0)).isEqualTo(1);
        assertThat(histogram.percentile(20)).isEqualTo(1);
        assertThat(histogram.percentile(20.1)).isEqualTo(2);
        assertThat(histogram.percentile(50)).isEqualTo(3);
        assertThat(histogram.percentile(80)).isEqualTo(5);
        assertThat(histogram.percentile(100)).isEqualTo(63);
    }

    @Test
    void percentile_isWithinThreePercentForAllValues() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() >>> 1 + random.nextInt(62);
            long read = of(value).percentile(50);

            assertThat(Math.abs(read - value)).as("%d read as %d", value, read).isLessThanOrEqualTo(value / 60);
        }
    }

    @Test
    void percentilesOfManyValues_areThoseOfTheSortedValues() {
        Random random = new Random(2);
        long[] values = random.longs(10_000, 1_000, 50_000_000).toArray();
        Histogram histogram = of(values);
        Arrays.sort(values);

        for (int percent : new int[] {1, 50, 90, 99}) {
            long exact = values[percent * 100 - 1];
            assertThat(histogram.percentile(percent)).isBetween(exact - exact / 60, exact + exact / 60);
        }
    }

    /** In doubles 99.9 / 100 * 1000 is more than 999, and 41000 * 99.9 / 100 more than 40959. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 2_000, 41_000})
    void percentileOfAFraction_isNoRankTooHigh(int count) {
        long[] values = new long[count];
        Arrays.fill(values, 1);
        Arrays.fill(values, count - count / 1_000, count, 50);

        assertThat(of(values).percentile(99.9)).isEqualTo(1);
        assertThat(new Durations(count, 1, 50, count).percentileNanos(of(values), 99.9))
                .isEqualTo(1);
    }

    @Test
    void extremes_haveTheirBuckets() {
        assertThat(of(Long.MAX_VALUE).percentile(50)).isGreaterThan(Long.MAX_VALUE / 60 * 59);
        assertThat(of(-5).percentile(50)).isZero();
        assertThat(of(0, Long.MAX_VALUE).count()).isEqualTo(2);
        assertThat(of().percentile(99)).isZero();
        assertThat(of().count()).isZero();
    }

    @Test
    void percent_mustBeOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(1).percentile(100.5))
                .withMessage("percent '100.5' is not in 0 to 100");
        assertThatIllegalArgumentException().isThrownBy(() -> of(1).percentile(Double.NaN));
    }

    @Test
    void adding_isTheSameAsCountingAllValuesInOne() {
        Histogram left = of(1, 70, 1_000_000);
        Histogram right = of(70, 3_000_000_000L);
        Histogram both = of(3_000_000_000L, 1, 70, 1_000_000, 70);

        Histogram sum = left.copy();
        sum.add(right);
        Histogram reversed = right.copy();
        reversed.add(left);

        assertThat(sum).isEqualTo(both).hasSameHashCodeAs(both).isEqualTo(reversed);
        assertThat(left).isEqualTo(of(1, 70, 1_000_000)).isNotEqualTo(both);
    }

    @Test
    void bucketsOfAnother_giveTheSameHistogramAgain() {
        Histogram histogram = of(0, 5, 5, 1_000, Long.MAX_VALUE);
        Histogram copy = new Histogram();

        histogram.forEachBucket(copy::addToBucket);

        assertThat(copy).isEqualTo(histogram);
        assertThatIllegalArgumentException().isThrownBy(() -> copy.addToBucket(Histogram.BUCKETS, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> copy.addToBucket(3, 0));
    }

    @Test
    void percentileThatAllButNoneExceed_isTheLongest() {
        Histogram distribution = new Histogram();
        for (int i = 1; i <= 50; i++) {
            distribution.add(i * 1_000_003L);
        }
        Durations durations = new Durations(50, 1_000_003L, 50_000_150L, 1_275_003_825L);

        assertThat(durations.percentileNanos(distribution, 99)).isEqualTo(50_000_150L);
        assertThat(durations.percentileNanos(distribution, 50)).isLessThan(26_000_000L);
    }
}
