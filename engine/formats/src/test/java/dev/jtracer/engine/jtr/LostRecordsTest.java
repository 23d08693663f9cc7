// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LostRecordsTest {
    private static final LostRecords EACH = new LostRecords(1, 2, 3, 4, 5);

    @Test
    void counters_tellEachCause() {
        assertThat(LostRecords.of(Map.of(
                        "lostEvents", "15",
                        "lostNoFreeBuffer", "1",
                        "lostAtStop", "2",
                        "lostAtStackEnd", "3",
                        "recorderFailures", "4",
                        "lostDiscarded", "5")))
                .isEqualTo(EACH);
    }

    @Test
    void totalAlone_isForWantOfABuffer() {
        assertThat(LostRecords.of(Map.of("lostEvents", "7"))).isEqualTo(new LostRecords(7, 0, 0, 0, 0));
    }

    @Test
    void damagedCounter_countsAsNone() {
        assertThat(LostRecords.of(Map.of("lostEvents", "many")).total()).isZero();
    }

    @Test
    void causes_nameThoseThatOccurred() {
        assertThat(new LostRecords(0, 2, 1, 0, 0).causes())
                .isEqualTo("2 by threads that waited for a buffer at the stop, 1 at the end of a thread's stack");
    }

    @Test
    void since_dropsWhatWasLostBefore() {
        assertThat(EACH.since(new LostRecords(1, 1, 1, 1, 1))).isEqualTo(new LostRecords(0, 1, 2, 3, 4));
    }
}
