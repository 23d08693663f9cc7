// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.output.ReportInMemory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class WriteFailuresTest {
    private final ReportInMemory lines = new ReportInMemory();
    private final WriteFailures writing = new WriteFailures(lines.report(), true);
    private final long startNanos = System.nanoTime();

    private void failAfter(long seconds) {
        writing.failed("a.json", new IOException("disk full"), true, startNanos + seconds * 1_000_000_000);
    }

    @Test
    void diskThatFailsAgain_isReportedOnceAMinute() {
        failAfter(0);
        failAfter(1);
        writing.succeeded("a.json");
        failAfter(30);
        failAfter(59);
        assertThat(lines.text()).containsOnlyOnce("cannot write to 'a.json' (disk full)");

        failAfter(61);
        failAfter(130);
        assertThat(lines.text().split("cannot write to 'a.json'", -1)).hasSize(3);
        writing.succeeded("a.json");
        assertThat(lines.text().split("goes on, after", -1)).hasSize(3);
        assertThat(writing.count()).isEqualTo(2);
    }

    @Test
    void shortFailureAfterAnother_isQuiet() {
        failAfter(0);
        writing.succeeded("a.json");
        failAfter(30);
        writing.succeeded("a.json");

        assertThat(lines.text()).containsOnlyOnce("cannot write").containsOnlyOnce("goes on");
    }
}
