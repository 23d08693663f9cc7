// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.diff.CallbackSample;
import dev.jtracer.engine.diff.MethodSample;
import dev.jtracer.engine.diff.MissingData;
import dev.jtracer.engine.diff.OwnTimes;
import dev.jtracer.engine.diff.RecordingSample;
import dev.jtracer.engine.handler.totals.Histogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordingSampleCodecTest {
    private static final int MOST_METHODS = 40;

    @Test
    void samples_areTheSameAfterwards() throws PartialFormatException {
        for (int seed = 0; seed < 50; seed++) {
            RecordingSample sample = sample(new Random(seed));

            assertThat(RecordingSampleCodec.decode(RecordingSampleCodec.encode(sample)))
                    .as("seed " + seed)
                    .isEqualTo(sample);
        }
    }

    @Test
    void damage_isNamed() {
        byte[] bytes = RecordingSampleCodec.encode(sample(new Random(1)));

        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(PartialFormatException.class)
                    .as("cut to " + length)
                    .isThrownBy(() -> RecordingSampleCodec.decode(cut))
                    .withMessageContaining("make it again from its recording");
        }
        bytes[bytes.length / 2] ^= 1;
        assertThatExceptionOfType(PartialFormatException.class).isThrownBy(() -> RecordingSampleCodec.decode(bytes));
    }

    private static RecordingSample sample(Random random) {
        List<MethodSample> methods = new ArrayList<>();
        for (int i = random.nextInt(MOST_METHODS); i >= 0; i--) {
            List<OwnTimes> blocks = new ArrayList<>();
            for (int block = random.nextInt(5); block >= 0; block--) {
                blocks.add(own(random));
            }
            methods.add(new MethodSample(
                    "a.B.m" + i,
                    random.nextLong() >>> 1,
                    random.nextLong() >>> 1,
                    random.nextLong() >>> 1,
                    histogram(random),
                    own(random),
                    blocks));
        }
        List<CallbackSample> callbacks = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            callbacks.add(new CallbackSample(
                    "a.B.m[" + i + "]",
                    random.nextInt(99),
                    random.nextInt(99),
                    random.nextBoolean() ? "" : "a.B.n:" + i));
        }
        MissingData missing = new MissingData(
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(2),
                random.nextInt(2),
                random.nextBoolean() ? Set.of() : Set.of("a.B.x", "a.B.y"));
        return new RecordingSample(methods, methods.subList(0, methods.size() / 2), callbacks, missing);
    }

    private static OwnTimes own(Random random) {
        return new OwnTimes(histogram(random), random.nextLong() >>> 1);
    }

    private static Histogram histogram(Random random) {
        Histogram histogram = new Histogram();
        for (int i = random.nextInt(20); i > 0; i--) {
            histogram.add(random.nextLong() >>> 1 + random.nextInt(60));
        }
        return histogram;
    }
}
