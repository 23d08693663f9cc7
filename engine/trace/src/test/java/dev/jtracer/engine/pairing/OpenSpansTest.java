// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OpenSpansTest {
    /** A stack whose depth goes up and down, and which grows with spans of a few names or of many. */
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

    /** A recursion of a million levels is on the heap of the application that is traced. */
    @Test
    void levelOfADeepRecursion_takes40BytesWhileItIsOpen() {
        int levels = 1_000_000;
        TrackSpans spans = new TrackSpans(PairingOptions.TOTALS);
        long before = allocatedBytes();

        for (int level = 0; level < levels; level++) {
            spans.push(level % 3, level);
        }

        assertThat((allocatedBytes() - before) / levels).isLessThanOrEqualTo(40);
        for (int level = levels - 1; level >= 0; level--) {
            assertThat(spans.nameIndex(level)).isEqualTo(level % 3);
            assertThat(spans.startNanos(level)).isEqualTo(level);
            // Each level lasts two nanoseconds longer than the one within it.
            assertThat(spans.close(2L * levels - level)).isEqualTo(level == levels - 1 ? levels + 1 - level : 2);
        }
        long again = allocatedBytes();
        for (int level = 0; level <= 3_000; level++) {
            spans.push(1, level);
        }
        assertThat(allocatedBytes() - again)
                .as("blocks of the million are gone")
                .isGreaterThan(30_000);
    }

    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static int nearest(OpenSpans spans, int name) {
        int level = spans.depth() - 1;
        while (level >= 0 && spans.nameIndex(level) != name) {
            level--;
        }
        return level;
    }
}
