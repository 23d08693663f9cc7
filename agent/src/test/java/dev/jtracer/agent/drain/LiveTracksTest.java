// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.TrackTable;
import org.junit.jupiter.api.Test;

class LiveTracksTest {
    private final TrackTable table = new TrackTable();
    private final LiveTracks tracks = new LiveTracks(table, 1);

    @Test
    void platformThread_keepsItsTrackUntilItEnds() {
        int track = tracks.platform(7);
        tracks.platform(8);

        assertThat(tracks.platform(7)).isEqualTo(track);
        assertThat(tracks.known(7)).isEqualTo(track);
        tracks.ended(7);
        assertThat(tracks.known(7)).isEqualTo(LiveTracks.UNKNOWN);
    }

    @Test
    void trackOfAnEndedThread_isNotReusedAtOnce() {
        int track = tracks.platform(7);
        tracks.ended(7);

        assertThat(tracks.platform(8)).isNotEqualTo(track);
    }

    @Test
    void endedThreads_shareABoundedNumberOfTracks() {
        for (int thread = 1; thread <= 10_000; thread++) {
            tracks.platform(thread);
            tracks.ended(thread);
        }

        assertThat(table.size()).isLessThan(300);
    }
}
