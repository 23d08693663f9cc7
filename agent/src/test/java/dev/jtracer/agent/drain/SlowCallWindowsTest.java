// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlowCallWindowsTest {
    private static final long LEAST = 100;
    private static final int MAIN = 1;
    private static final int REQUEST = 2;
    private static final int QUERY = 3;

    private final SlowFigures figures = new SlowFigures();
    private final SlowCallWindows slow;
    private final LiveFeed feed;

    SlowCallWindowsTest() {
        StringTable names = new StringTable();
        names.put(MAIN, "App.main");
        names.put(REQUEST, "App.request");
        names.put(QUERY, "App.query");
        slow = new SlowCallWindows(LEAST, names, figures);
        LiveAnalysis analysis = new LiveAnalysis(names, 1, 0, List.of(slow), null);
        feed = analysis.feed();
        feed.thread(21, false);
    }

    @Test
    void window_surroundsASlowCallAndCountsItOnce() {
        enter(1_000, REQUEST);
        enter(1_010, QUERY);
        exit(1_120, QUERY);
        exit(1_130, REQUEST);

        assertThat(windows()).containsExactly(new RetainedWindow(900, 1_230, 1, "App.request", 130));
        assertThat(figures.found()).isEqualTo(1);
    }

    @Test
    void fastCalls_makeNoWindow() {
        for (int i = 0; i < 100; i++) {
            enter(i * 200L, REQUEST);
            exit(i * 200 + 99, REQUEST);
        }

        assertThat(windows()).isEmpty();
        assertThat(slow.holds(0, 30_000)).isFalse();
    }

    @Test
    void main_isNoSlowCallAndHoldsNothing() {
        enter(0, MAIN);
        enter(1_000, REQUEST);
        exit(1_100, REQUEST);
        exit(90_000, MAIN);

        assertThat(windows()).containsExactly(new RetainedWindow(900, 1_200, 1, "App.request", 100));
    }

    @Test
    void exitWithoutAnEnter_isDropped() {
        exit(5_000, REQUEST);
        enter(6_000, REQUEST);
        exit(5_999_999, QUERY);

        assertThat(windows()).isEmpty();
    }

    @Test
    void runningCall_holdsWhatItMayNeed() {
        enter(0, MAIN);
        enter(1_000, REQUEST);

        assertThat(slow.holds(0, 899)).isFalse();
        assertThat(slow.holds(0, 900)).isTrue();

        exit(1_050, REQUEST);
        assertThat(slow.holds(0, 900)).isFalse();
    }

    @Test
    void drop_releasesRunningCallsBeforeWindows() {
        enter(0, QUERY);
        exit(LEAST, QUERY);
        enter(1_000, REQUEST);
        enter(5_000, QUERY);

        assertThat(slow.drop(2_000)).isTrue();
        assertThat(slow.holds(1_500, 2_000)).isFalse();
        assertThat(slow.holds(4_800, 5_000)).isTrue();
        assertThat(windows()).hasSize(1);
        assertThat(slow.drop(2_000)).isTrue();
        assertThat(windows()).isEmpty();
        assertThat(slow.drop(2_000)).isFalse();
        assertThat(figures.dropped()).isEqualTo(1);
    }

    @Test
    void end_countsSlowCallsThatStillRun() {
        enter(1_000, REQUEST);
        feed.thread(22, false);
        enter(1_050, REQUEST);

        slow.end(1_100);

        assertThat(slow.running()).isEqualTo(1);
        assertThat(slow.holds(1_000, 1_100)).isFalse();
    }

    private List<RetainedWindow> windows() {
        return slow.windows().windows();
    }

    private void enter(long nanos, int method) {
        feed.record(SpoolLayout.KIND_ENTER, nanos, method);
    }

    private void exit(long nanos, int method) {
        feed.record(SpoolLayout.KIND_EXIT, nanos, method);
    }
}
