// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.json.RecordBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MicrosTest {
    private static long nanos(String text) {
        char[] chars = ("x" + text + "9").toCharArray();
        return Micros.toNanos(chars, 1, text.length());
    }

    private static String written(long nanos) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordBuffer buffer = new RecordBuffer(out);
        buffer.beginRecord(0);
        buffer.putMicros(nanos);
        buffer.flush();
        return out.toString(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1000",
        "0.001, 1",
        "0.1, 100",
        "12.3456, 12346",
        "12.3454999, 12345",
        "0.9999, 1000",
        "-1.5, -1500",
        "1795250000000000.123, 1795250000000000123",
        "1.5e3, 1500000",
        "2E-3, 2",
        "1e-999999999, 0",
        "1.0E15, 1000000000000000000"
    })
    void toNanos_isExact(String micros, long nanos) {
        assertThat(nanos(micros)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "abc", "1x", "1.2.3", ".5", "9300000000000000", "1e999999999", "1e16", "0x10", "NaN"})
    void toNanos_refusesWhatIsNoTime(String text) {
        assertThat(nanos(text)).isEqualTo(Micros.INVALID);
    }

    @Test
    void putMicros_hasExactlyThreeDecimals() throws IOException {
        long[] edges = {0, 1, 9, 10, 99, 100, 999, 1000, 9_999, 99_999, 100_000, 999_999, 1_000_000, Long.MAX_VALUE};
        for (long nanos : edges) {
            assertThat(written(nanos)).isEqualTo(BigDecimal.valueOf(nanos, 3).toPlainString());
        }
    }

    @Test
    void randomTimes_surviveWritingAndReading() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long nanos = random.nextLong() >>> (2 + random.nextInt(61));
            String text = written(nanos);

            assertThat(text)
                    .as("seed %d", seed)
                    .isEqualTo(BigDecimal.valueOf(nanos, 3).toPlainString());
            assertThat(nanos(text)).as("seed %d, text %s", seed, text).isEqualTo(nanos);
        }
    }
}
