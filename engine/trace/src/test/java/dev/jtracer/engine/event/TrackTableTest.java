// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrackTableTest {
    private final TrackTable tracks = new TrackTable();

    @Test
    void threads_areFoundAgain() {
        int named = tracks.addThread(Track.Kind.VIRTUAL_THREAD, 1, 7, "worker");
        for (int tid = 0; tid < 3_000; tid++) {
            tracks.thread(2, tid);
        }

        assertThat(tracks.thread(1, 7)).isEqualTo(named);
        assertThat(tracks.thread(2, 2_999)).isEqualTo(3_000);
        assertThat(tracks.size()).isEqualTo(3_001);
        assertThat(tracks.get(named)).isEqualTo(new Track(0, Track.Kind.VIRTUAL_THREAD, 1, 7, "worker", "", ""));
    }

    @Test
    void rename_keepsTheTrack() {
        int track = tracks.thread(1, 7);
        tracks.rename(track, "late");

        assertThat(tracks.get(track).name()).isEqualTo("late");
        assertThat(tracks.thread(1, 7)).isEqualTo(track);
    }

    @Test
    void asyncIds_differByAllPartsOfTheirKey() {
        StringTable symbols = new StringTable();
        for (String symbol : new String[] {"", "a", "b"}) {
            symbols.add(symbol);
        }

        int track = tracks.async(true, 1, 9, symbols, 0, 1, 2);

        assertThat(tracks.get(track)).isEqualTo(new Track(track, Track.Kind.ASYNC, 1, 9, "", "a", "b"));
        assertThat(tracks.async(true, 1, 10, symbols, 0, 1, 2)).isEqualTo(track);
        assertThat(tracks.async(true, 2, 9, symbols, 0, 1, 2)).isNotEqualTo(track);
        assertThat(tracks.async(true, 1, 9, symbols, 1, 1, 2)).isNotEqualTo(track);
        assertThat(tracks.async(true, 1, 9, symbols, 0, 2, 2)).isNotEqualTo(track);
        assertThat(tracks.async(true, 1, 9, symbols, 0, 1, 1)).isNotEqualTo(track);
        int shared = tracks.async(false, 1, 9, symbols, 0, 1, 2);
        assertThat(shared).isNotEqualTo(track);
        assertThat(tracks.async(false, 2, 9, symbols, 0, 1, 2)).isEqualTo(shared);
    }

    @Test
    void tracksBeyondTheLimit_shareOne() {
        TrackTable few = new TrackTable(2);
        int first = few.thread(1, 1);
        few.async(false, 1, 1, new StringTable(), 0, 0, 0);

        int other = few.thread(1, 2);

        assertThat(few.isOther(other)).isTrue();
        assertThat(few.thread(7, 7)).isEqualTo(other);
        assertThat(few.async(false, 1, 1, new StringTable(), 0, 0, 1)).isEqualTo(other);
        assertThat(few.get(other).name()).isEqualTo("(other)");
        assertThat(few.thread(1, 1)).isEqualTo(first);
        assertThat(few.isOther(first)).isFalse();
        assertThat(few.size()).isEqualTo(3);
    }

    @Test
    void legacyIds_differByTheirNameToo() {
        StringTable symbols = new StringTable();
        symbols.add("");

        int track = tracks.async(false, 1, 1, symbols, 0, 0, 0, 5);

        assertThat(tracks.async(false, 2, 2, symbols, 0, 0, 0, 5)).isEqualTo(track);
        assertThat(tracks.async(false, 1, 1, symbols, 0, 0, 0, 6)).isNotEqualTo(track);
        assertThat(tracks.async(false, 1, 1, symbols, 0, 0, 0)).isNotEqualTo(track);
    }
}
