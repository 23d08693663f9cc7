// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class PendingSitesTest {
    private static final int PARAMETER = 256;

    private final PendingSites sites = new PendingSites();
    private final Object callback = new Object();

    @Test
    void site_isTakenOnceByItsObjectAndParameter() {
        sites.add(callback, 7, PARAMETER);

        assertThat(sites.take(new Object(), PARAMETER)).isZero();
        assertThat(sites.take(callback, PARAMETER + 1)).isZero();
        assertThat(sites.take(callback, PARAMETER)).isEqualTo(7);
        assertThat(sites.take(callback, PARAMETER)).isZero();
    }

    @Test
    void sitesOfOneCall_areTakenInAnyOrder() {
        Object other = new Object();
        sites.add(callback, 7, PARAMETER);
        sites.add(other, 8, PARAMETER + 1);

        assertThat(sites.take(callback, PARAMETER)).isEqualTo(7);
        assertThat(sites.take(other, PARAMETER + 1)).isEqualTo(8);
    }

    @Test
    void sameCallWithinItself_isTheInnermost() {
        sites.add(callback, 7, PARAMETER);
        sites.add(callback, 8, PARAMETER);

        assertThat(sites.take(callback, PARAMETER)).isEqualTo(8);
        assertThat(sites.take(callback, PARAMETER)).isEqualTo(7);
    }

    @Test
    void callThatEnds_removesItsSiteAndThoseWithinIt() {
        sites.add(callback, 6, PARAMETER);
        sites.add(callback, 7, PARAMETER);
        sites.add(callback, 8, PARAMETER);

        sites.removeFrom(9);
        sites.removeFrom(7);

        assertThat(sites.take(callback, PARAMETER)).isEqualTo(6);
        assertThat(sites.take(callback, PARAMETER)).isZero();
    }

    @Test
    void sitesBeyondTheCapacity_replaceTheOldest() {
        for (int id = 1; id <= 20; id++) {
            sites.add(callback, id, id);
        }

        assertThat(sites.take(callback, 20)).isEqualTo(20);
        assertThat(sites.take(callback, 13)).isEqualTo(13);
        assertThat(sites.take(callback, 12)).isZero();
    }

    @Test
    void stoppedRecording_keepsNoCallback() throws InterruptedException {
        OpenFrames frames = new OpenFrames();
        frames.addSite(callback, 6, PARAMETER);
        WeakReference<Object> given = new WeakReference<>(addTo(frames));

        frames.forgetCallbacks();

        for (int i = 0; i < 100 && given.get() != null; i++) {
            System.gc();
            Thread.sleep(1);
        }
        assertThat(given.get()).isNull();
        assertThat(frames.takeSite(callback, PARAMETER)).isZero();
        frames.addSite(callback, 8, PARAMETER);
        assertThat(frames.takeSite(callback, PARAMETER)).isEqualTo(8);
    }

    private static Object addTo(OpenFrames frames) {
        Object given = new Object();
        frames.addSite(given, 7, PARAMETER);
        return given;
    }

    @Test
    void sitesOfAnEarlierRecording_areDiscarded() {
        OpenFrames frames = new OpenFrames();
        frames.enterEpoch(1);
        frames.addSite(callback, 7, PARAMETER);

        frames.enterEpoch(2);

        assertThat(frames.takeSite(callback, PARAMETER)).isZero();
    }
}
