// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The clock sync items of catapult's trace_event_importer_test. */
class ClockMarkersTest {
    private final ClockMarkers events = new ClockMarkers();
    private final List<ClockMarkers.Marker> markers = events.markers;

    private void read(String lines) throws IOException {
        new ChromeTraceReader("t", new ByteArrayInputStream(TestFiles.bytes(TraceText.json(lines)))).read(events::take);
    }

    @Test
    void importClockSyncEvent_requester() throws IOException {
        read("c 1 15 requester \"args\":{\"sync_id\":\"s\",\"issue_ts\":5.5}");

        assertThat(markers).containsExactly(new ClockMarkers.Marker("s", 5_500, 15_000));
    }

    @Test
    void importClockSyncEvent_recipient() throws IOException {
        read("c 1 15 receiver \"args\":{\"sync_id\":7}");

        assertThat(markers).containsExactly(new ClockMarkers.Marker("7", 15_000, 15_000));
    }

    @Test
    void importClockSyncEvent_missingSyncIdIsCounted() throws IOException {
        read("c 1 15 receiver \"args\":{\"issue_ts\":5}\nc 1 16 receiver");

        assertThat(markers).isEmpty();
        assertThat(events.bad()).isEqualTo(2);
    }

    @Test
    void importClockSyncEvent_issuedAfterItCameIsCounted() throws IOException {
        read("c 1 15 requester \"args\":{\"sync_id\":\"s\",\"issue_ts\":16}");

        assertThat(markers).isEmpty();
        assertThat(events.bad()).isEqualTo(1);
    }

    @Test
    void importClockSyncEvent_legacy() throws IOException {
        read("""
                S 1 15 ClockSyncEvent.guid "id":"1"
                S 1 16 other "id":"2"
                F 1 20 ClockSyncEvent.guid "id":"1"
                """);

        assertThat(markers).containsExactly(new ClockMarkers.Marker("guid", 15_000, 20_000));
        assertThat(events.bad()).isZero();
    }

    @Test
    void importClockSyncEvent_inconsistentLegacyIsCounted() throws IOException {
        read("""
                S 1 15 ClockSyncEvent.x "id":"1","args":{"sync_id":"one"}
                F 1 20 ClockSyncEvent.x "id":"1","args":{"sync_id":"other"}
                """);

        assertThat(markers).isEmpty();
        assertThat(events.bad()).isEqualTo(1);
    }
}
