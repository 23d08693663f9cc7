// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetainedWindowsTest {
    private final RetainedWindows windows = new RetainedWindows();

    @Test
    void add_mergesOverlappingWindowsAndSortsOthers() {
        windows.add(window(100, 200, 30));
        windows.add(window(500, 600, 40));
        windows.add(window(300, 400, 50));

        windows.add(window(150, 320, 90));

        assertThat(windows.list())
                .containsExactly(
                        new RetainedWindow(100, 400, 3, "call90", 90), new RetainedWindow(500, 600, 1, "call40", 40));
    }

    @Test
    void add_dropsTheWindowWithTheShortestCallBeyondTheLimit() {
        for (int i = 0; i < RetainedWindows.MOST; i++) {
            assertThat(windows.add(window(i * 100L, i * 100L + 10, 50L + i % 7)))
                    .isZero();
        }

        assertThat(windows.add(window(-100, -50, 49))).isEqualTo(1);
        assertThat(windows.add(window(-100, -50, 99))).isEqualTo(1);

        assertThat(windows.list())
                .hasSize(RetainedWindows.MOST)
                .extracting(RetainedWindow::longest)
                .contains("call99");
        assertThat(windows.overlap(-60, 5)).isTrue();
        assertThat(windows.overlap(20, 80)).isFalse();
    }

    private static RetainedWindow window(long from, long to, long longest) {
        return new RetainedWindow(from, to, 1, "call" + longest, longest);
    }
}
