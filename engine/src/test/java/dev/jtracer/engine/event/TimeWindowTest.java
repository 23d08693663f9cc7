// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.TextEvents;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeWindowTest {
    private static TimeWindow millis(long start, long end) {
        return new TimeWindow(start * 1_000_000, end * 1_000_000);
    }

    @Test
    void length_convertsToEveryUnit() {
        Duration length = new TimeWindow(1_000, 1_234_568_000).length();

        assertThat(length.toNanos()).isEqualTo(1_234_567_000);
        assertThat(length.toMillis()).isEqualTo(1_234);
        assertThat(length.toSeconds()).isEqualTo(1);
        assertThat(Duration.ofSeconds(2).toMillis()).isEqualTo(2_000);
    }

    @Test
    void window_ofAnEvent() {
        TraceEvent event = TextEvents.of("X 1 10 call \"dur\":5").get(0);

        assertThat(TimeWindow.of(event)).isEqualTo(new TimeWindow(10_000, 15_000));
    }

    @Test
    void windows_combineToTheSmallestAroundThem() {
        assertThat(TimeWindow.around(List.of(millis(5, 8), millis(1, 2), millis(6, 7))))
                .isEqualTo(millis(1, 8));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeWindow.around(List.of()))
                .withMessageContaining("at least one");
    }

    @Test
    void expansionByFiftyPercent_addsHalfOfItToEachSide() {
        assertThat(millis(40, 60).expanded(50, millis(0, 100))).isEqualTo(millis(35, 65));
    }

    @Test
    void expansion_reachesOneMillisecondAtLeast() {
        TimeWindow tenMicros = new TimeWindow(50_000_000, 50_010_000);

        assertThat(tenMicros.expanded(5, millis(0, 100))).isEqualTo(new TimeWindow(49_505_000, 50_505_000));
    }

    @Test
    void expansion_isCutToTheLimits() {
        assertThat(millis(2, 60).expanded(100, millis(0, 80))).isEqualTo(millis(0, 80));
        assertThat(new TimeWindow(10, 20).expanded(5, millis(0, 100))).isEqualTo(new TimeWindow(0, 500_015));
        assertThat(millis(200, 300).expanded(10, millis(0, 100))).isEqualTo(millis(100, 100));
    }

    @Test
    void expansion_doesNotOverflow() {
        TimeWindow all = new TimeWindow(0, Long.MAX_VALUE);

        assertThat(all.expanded(400, all)).isEqualTo(all);
        assertThatIllegalArgumentException().isThrownBy(() -> all.expanded(-1, all));
    }

    @ParameterizedTest
    @CsvSource({
        // another window, whether it overlaps 10..20
        "12, 18, true",
        "5, 25, true",
        "5, 15, true",
        "15, 25, true",
        "1, 9, false",
        "21, 30, false",
        "5, 10, true",
        "20, 25, true"
    })
    void overlap_countsTouching(long start, long end, boolean overlaps) {
        assertThat(millis(10, 20).overlaps(millis(start, end))).isEqualTo(overlaps);
        assertThat(millis(start, end).overlaps(millis(10, 20))).isEqualTo(overlaps);
    }

    @ParameterizedTest
    @CsvSource({
        // from, to, whether it shows in 10..20
        "12, 12, true",
        "10, 10, false",
        "20, 20, true",
        "20, 30, true",
        "5, 10, false",
        "5, 11, true",
        "21, 22, false"
    })
    void events_showUnlessTheyEndAtTheStart(long from, long to, boolean shows) {
        assertThat(new TimeWindow(10, 20).shows(from, to)).isEqualTo(shows);
    }

    @Test
    void bounds_containBothEnds() {
        TimeWindow window = new TimeWindow(10, 20);

        assertThat(window.contains(10)).isTrue();
        assertThat(window.contains(20)).isTrue();
        assertThat(window.contains(9)).isFalse();
        assertThat(window.contains(21)).isFalse();
    }

    @Test
    void windowsWithoutSense_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimeWindow(2, 1))
                .withMessageContaining("'2'");
        assertThatIllegalArgumentException().isThrownBy(() -> new TimeWindow(Long.MIN_VALUE, Long.MAX_VALUE));
    }
}
