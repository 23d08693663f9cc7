// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SampleShareTest {
    @Test
    void text_isOneOfANumber() {
        assertThat(SampleShare.parse("1/1")).isEqualTo(new SampleShare(1)).hasToString("1/1");
        assertThat(SampleShare.parse("1/100")).isEqualTo(new SampleShare(100));
        for (String wrong : new String[] {"", "1", "1/", "1/0", "2/3", "1/-1", "1/x", "0.1", "1/10000000000", "1/1 "}) {
            assertThat(SampleShare.parse(wrong)).as(wrong).isNull();
        }
    }

    @Test
    void chosen_areAboutOneOfThatMany() {
        Random random = new Random(1);
        int chosen = 0;
        for (int i = 0; i < 100_000; i++) {
            chosen += new SampleShare(20).chooses(random.nextLong()) ? 1 : 0;
        }
        assertThat(chosen).isBetween(4_500, 5_500);
        assertThat(new SampleShare(1).chooses(random.nextLong())).isTrue();
    }
}
