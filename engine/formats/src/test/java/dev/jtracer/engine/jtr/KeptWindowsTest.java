// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptWindowsTest {
    private final KeptWindows windows = new KeptWindows();

    @Test
    void add_mergesOverlappingWindowsAndSortsOthers() {
        windows.add(window(100, 200, 30));
        windows.add(window(500, 600, 40));
        windows.add(window(300, 400, 50));

        windows.add(window(150, 320, 90));

        assertThat(windows.list())
                .containsExactly(new KeptWindow(100, 400, 3, "call90", 90), new KeptWindow(500, 600, 1, "call40", 40));
    }

    @Test
    void add_givesUpTheWindowWithTheShortestCallBeyondTheLimit() {
        for (int i = 0; i < KeptWindows.MOST; i++) {
            assertThat(windows.add(window(i * 100L, i * 100L + 10, 50L + i % 7)))
                    .isZero();
        }

        assertThat(windows.add(window(-100, -50, 49))).isEqualTo(1);
        assertThat(windows.add(window(-100, -50, 99))).isEqualTo(1);

        assertThat(windows.list())
                .hasSize(KeptWindows.MOST)
                .extracting(KeptWindow::longest)
                .contains("call99");
        assertThat(windows.overlap(-60, 5)).isTrue();
        assertThat(windows.overlap(20, 80)).isFalse();
    }

    private static KeptWindow window(long from, long to, long longest) {
        return new KeptWindow(from, to, 1, "call" + longest, longest);
    }
}
