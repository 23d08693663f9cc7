// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchTest {
    private static final LiveSnapshot SNAPSHOT =
            new LiveSnapshot(new TracerState(1, true, "a.jtr", 0, 0, 1, 1, 0, 0, 0, 20, "", ""), List.of(), List.of());

    /**
     * A reader that requests as soon as it may gets its next snapshot after a pause that is 50 times as long as a
     * snapshot took.
     */
    @Test
    void requests_areAnsweredAfterAPauseInProportionToTheCost() throws Exception {
        List<Long> times = new ArrayList<>();
        Watch watch = new Watch(() -> {
            times.add(System.nanoTime());
            while (System.nanoTime() - times.get(times.size() - 1) < 2_000_000) {
                Thread.onSpinWait();
            }
            times.add(System.nanoTime());
            return SNAPSHOT;
        });

        for (int answer = 0; answer < 3; answer++) {
            String reply = watch.reply();
            for (long millis = Watch.early(reply); millis > 0; millis = Watch.early(reply)) {
                Thread.sleep(millis);
                reply = watch.reply();
            }
            assertThat(Watch.snapshot(reply)).isEqualTo(SNAPSHOT);
        }

        assertThat(times).hasSize(6);
        for (int answer = 1; answer < 3; answer++) {
            long took = times.get(2 * answer - 1) - times.get(2 * answer - 2);
            assertThat(times.get(2 * answer) - times.get(2 * answer - 1))
                    .isGreaterThanOrEqualTo(Math.min(10_000_000_000L, Watch.PAUSE_FACTOR * took));
        }
    }

    @Test
    void replyOfAnotherVersion_isExplained() {
        assertThatThrownBy(() -> Watch.snapshot("/tmp/jtracer-1-ab.top"))
                .isInstanceOf(IOException.class)
                .hasMessage("its tracer has another version");
    }

    @Test
    void replyThatIsCutShort_isNoSnapshot() {
        String reply = new Watch(() -> SNAPSHOT).reply();

        for (int length = 0; length < reply.length(); length++) {
            String part = reply.substring(0, length);
            assertThatThrownBy(() -> Watch.snapshot(part)).as(part).isInstanceOf(IOException.class);
        }
    }
}
