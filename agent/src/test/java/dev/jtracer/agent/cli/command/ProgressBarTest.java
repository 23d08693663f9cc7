// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(err, false, StandardCharsets.UTF_8);

    private String shown() {
        terminal.flush();
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void bar_isOneLineThatIsLeftEmpty() {
        ProgressBar bar = new ProgressBar(terminal, true, 0, () -> 0);
        bar.show(0);
        bar.show(0.5);
        bar.show(0.504);
        bar.show(1);
        String longest = "[" + "=".repeat(40) + "] 100%";
        assertThat(shown())
                .isEqualTo("\r[" + " ".repeat(40) + "] 0%" + "\r[" + "=".repeat(20) + " ".repeat(20) + "] 50%" + "\r"
                        + longest);

        bar.clear();
        assertThat(shown()).endsWith(longest + "\r" + " ".repeat(longest.length()) + "\r");
    }

    @Test
    void bar_showsRateAndTimeLeft() {
        AtomicLong seconds = new AtomicLong();
        ProgressBar bar = new ProgressBar(terminal, true, 400_000_000, () -> seconds.get() * 1_000_000_000);

        seconds.set(2);
        bar.show(0.25);
        assertThat(shown()).endsWith("] 25%, 50.0 MB/s, 6 s left");

        seconds.set(3);
        bar.show(0.251);
        assertThat(shown()).as("a second later, at the same percentage").contains("] 25%, 33.5 MB/s, 9 s left");

        seconds.set(2_000);
        bar.show(0.26);
        assertThat(shown()).contains("] 26%, 0.1 MB/s, 1 h 34 min left");

        seconds.set(2_001);
        bar.show(1);
        assertThat(shown().stripTrailing()).endsWith("] 100%, 0.2 MB/s");
    }

    @Test
    void shorterLine_leavesNothingOfALongerOne() {
        AtomicLong seconds = new AtomicLong(1);
        ProgressBar bar = new ProgressBar(terminal, true, 0, () -> seconds.getAndAdd(3));
        bar.show(0.5);
        bar.clear();

        assertThat(shown()).endsWith("\r" + " ".repeat("[] 50%".length() + 40) + "\r");
    }

    @Test
    void barWithoutATerminal_isNothing() {
        ProgressBar bar = new ProgressBar(terminal, false, 0, () -> 0);
        bar.show(0.5);
        bar.clear();

        assertThat(shown()).isEmpty();
    }

    @Test
    void barThatWasNeverShown_leavesTheLineAlone() {
        new ProgressBar(terminal, true, 0, () -> 0).clear();

        assertThat(shown()).isEmpty();
    }
}
