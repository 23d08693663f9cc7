// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class OpenSpansTest {
    /** A stack whose depth goes up and down around the depths at which names begin and end to be counted. */
    @Test
    void nearest_findsANameAtAnyDepth() {
        Random random = new Random(1);
        OpenSpans spans = new OpenSpans();
        for (int step = 0; step < 60; step++) {
            int depth = 300 + random.nextInt(1_200);
            while (spans.depth() < depth) {
                spans.push(random.nextInt(2_000), step, 0);
            }
            while (spans.depth() > depth) {
                spans.close(step);
            }
            for (int name = 0; name < 2_000; name += 7) {
                assertThat(spans.nearest(name)).isEqualTo(nearest(spans, name));
            }
        }
    }

    private static int nearest(OpenSpans spans, int name) {
        int level = spans.depth() - 1;
        while (level >= 0 && spans.nameIndex(level) != name) {
            level--;
        }
        return level;
    }
}
