// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
        ProgressBar bar = new ProgressBar(terminal, true);
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
    void barWithoutATerminal_isNothing() {
        ProgressBar bar = new ProgressBar(terminal, false);
        bar.show(0.5);
        bar.clear();

        assertThat(shown()).isEmpty();
    }

    @Test
    void barThatWasNeverShown_leavesTheLineAlone() {
        new ProgressBar(terminal, true).clear();

        assertThat(shown()).isEmpty();
    }
}
