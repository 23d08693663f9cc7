// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Texts of numbers are those of {@code String.format}. */
class DecimalTextTest {
    @Test
    void decimals_areThoseOfFormat() {
        Random random = new Random(1);
        String special =
                "0 -0.3 0.5 1.5 2.5 0.05 0.95 99.95 9.995 1.005 88.45 999.4999 1e18 4.5e15 123456789.5 4.9e-324 1.7e308 NaN";
        for (String value : special.split(" ")) {
            assertSame(Double.parseDouble(value));
        }
        for (int i = 0; i < 20_000; i++) {
            double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(12));
            assertSame(value);
            // Halves of a unit, and the doubles beside them.
            double half = Math.round(value * 1000) / 1000.0;
            assertSame(half);
            assertSame(Math.nextUp(half));
            assertSame(Math.nextDown(half));
        }
    }

    private static void assertSame(double value) {
        for (int decimals = 0; decimals <= 7; decimals++) {
            assertThat(DecimalText.of(value, decimals))
                    .isEqualTo(String.format(Locale.ROOT, "%." + decimals + "f", value));
        }
    }

    @Test
    void groups_areThoseOfFormat() {
        Random random = new Random(2);
        for (long value : new long[] {0, 7, 999, 1000, -999, -1000, 123456, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThat(DecimalText.grouped(value)).isEqualTo(String.format(Locale.ROOT, "%,d", value));
        }
        for (int i = 0; i < 2_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(DecimalText.grouped(value)).isEqualTo(String.format(Locale.ROOT, "%,d", value));
        }
    }

    @Test
    void alignment_isThatOfFormat() {
        for (String text : new String[] {"", "4.71 ms", "12345678", "123456789"}) {
            assertThat(DecimalText.right(text, 8)).isEqualTo(String.format("%8s", text));
        }
    }
}
