// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.jtr.FileBeginning;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.WrittenRecording;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PointsTest {
    /* Without a limit, the next file of a rotation would never begin. */
    @Test
    void writingWhatWaits_endsHoweverFastThreadsLog() throws IOException {
        AtomicInteger written = new AtomicInteger();
        RecorderSpool spool = new RecorderSpool(false);
        Points[] points = new Points[1];
        points[0] = new Points(
                WrittenRecording.writer(
                        new FileBeginning(), new RecordingHeader(1, 0, 0, 64, "", "", "test", 0, 0, Map.of())),
                (text, nanos) -> {
                    assertThat(written.incrementAndGet()).isLessThan(1_000_000);
                    points[0].text(1, nanos + 1, text);
                },
                spool);
        points[0].text(1, 1, "a line for each that is written");

        points[0].writeWaiting();

        assertThat(written.get()).isPositive();
        assertThat(spool.figures().droppedPoints()).isZero();
    }
}
