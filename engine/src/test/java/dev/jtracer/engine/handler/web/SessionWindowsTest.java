// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SessionWindowsTest {
    private static final long[] NO_BREAKS = {};
    private static final SessionWindows WINDOWS = new SessionWindows(10, 50);

    /** The windows as {@code points start..end}. */
    private static String windows(long[] points, long[] breaks, long end) {
        return WINDOWS.of(points, breaks, end).stream()
                .map(window -> Arrays.toString(Arrays.copyOfRange(points, window.first(), window.last() + 1)) + " "
                        + window.startNanos() + ".." + window.endNanos())
                .collect(Collectors.joining("; "));
    }

    private static long[] points(long... points) {
        return points;
    }

    @Test
    void nothing_isNoWindow() {
        assertThat(windows(points(), NO_BREAKS, 100)).isEmpty();
    }

    @Test
    void gap_endsAWindowOneGapAfterItsLastPoint() {
        assertThat(windows(points(0, 5, 16), NO_BREAKS, 1000)).isEqualTo("[0, 5] 0..15; [16] 16..26");
    }

    @Test
    void gap_ofExactlyTheLimitKeepsTogether() {
        assertThat(windows(points(0, 10, 20), NO_BREAKS, 1000)).isEqualTo("[0, 10, 20] 0..30");
    }

    @Test
    void length_endsAWindowHoweverDenseItIs() {
        assertThat(windows(points(0, 9, 18, 27, 36, 45, 54, 60), NO_BREAKS, 1000))
                .isEqualTo("[0, 9, 18, 27, 36, 45] 0..50; [54, 60] 54..70");
    }

    @Test
    void length_ofExactlyTheLimitKeepsTogether() {
        assertThat(windows(points(0, 10, 20, 30, 40, 50), NO_BREAKS, 1000)).isEqualTo("[0, 10, 20, 30, 40, 50] 0..50");
    }

    @Test
    void gapAfterALongWindow_endsItAtTheLength() {
        assertThat(windows(points(0, 10, 20, 30, 40, 45, 90), NO_BREAKS, 1000))
                .isEqualTo("[0, 10, 20, 30, 40, 45] 0..50; [90] 90..100");
    }

    @Test
    void break_endsAWindow() {
        assertThat(windows(points(0, 5, 9), points(7), 1000)).isEqualTo("[0, 5] 0..7; [9] 9..19");
    }

    @Test
    void breakAtAPoint_isBeforeIt() {
        assertThat(windows(points(0, 5), points(5), 1000)).isEqualTo("[0] 0..5; [5] 5..15");
    }

    @Test
    void severalBreaks_endAWindowAtTheFirst() {
        assertThat(windows(points(0, 9), points(-3, 0, 2, 4), 1000)).isEqualTo("[0] 0..2; [9] 9..19");
    }

    @Test
    void lastWindow_endsWithTheTraceOrTheNextBreak() {
        assertThat(windows(points(0), NO_BREAKS, 4)).isEqualTo("[0] 0..4");
        assertThat(windows(points(0), points(3), 4)).isEqualTo("[0] 0..3");
        assertThat(windows(points(7), NO_BREAKS, 4)).isEqualTo("[7] 7..7");
    }

    @Test
    void timesAtTheEndOfTheWorld_doNotOverflow() {
        long late = Long.MAX_VALUE - 1;

        assertThat(windows(points(late, late), NO_BREAKS, Long.MAX_VALUE))
                .isEqualTo("[" + late + ", " + late + "] " + late + ".." + Long.MAX_VALUE);
    }

    @Test
    void limits_mustBePositive() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SessionWindows(0, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new SessionWindows(5, -1));
    }
}
