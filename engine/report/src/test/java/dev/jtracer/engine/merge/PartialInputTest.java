// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.handler.totals.Histogram;
import org.junit.jupiter.api.Test;

class PartialInputTest {
    @Test
    void bytes_giveTheSameHistogramAgain() throws PartialFormatException {
        Histogram histogram = new Histogram();
        for (long value : new long[] {0, 5, 5, 1_000, Long.MAX_VALUE}) {
            histogram.add(value);
        }
        PartialOutput out = new PartialOutput();
        out.writeHistogram(histogram);

        PartialInput in = new PartialInput(out.toBytes(), "histogram", "make it again");

        assertThat(in.readHistogram()).isEqualTo(histogram);
        in.requireEnd();
    }

    @Test
    void bytesThatNameABucketBeyondTheLast_areRefused() {
        PartialOutput out = new PartialOutput();
        out.writeUnsigned(1);
        out.writeUnsigned(1_888);
        out.writeUnsigned(1);

        assertThatExceptionOfType(PartialFormatException.class)
                .isThrownBy(() -> new PartialInput(out.toBytes(), "histogram", "make it again").readHistogram())
                .withMessage("damaged histogram at byte 3 of 4: it refers to something that is not there;"
                        + " make it again");
    }
}
