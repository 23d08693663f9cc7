// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTimeTest {
    private final Path process;

    CpuTimeTest(@TempDir Path process) throws IOException {
        this.process = process;
        Files.writeString(process.resolve("stat"), "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 300 40 0 0");
    }

    @Test
    void threads_areToldApartByTheirNames() throws IOException {
        thread(1, "java\n", "900 100 1\n");
        thread(2, "C2 CompilerThre\n", "30 0 1\n");
        thread(3, "C1 CompilerThre\n", "4 0 1\n");
        thread(4, "jtracer\n", "500 0 1\n");
        thread(5, "jtracer-stall\n", "60 0 1\n");

        assertThat(CpuTime.of(process)).contains(new CpuTime(3_400_000_000L, 560, 34, 900, 100));
    }

    @Test
    void threadThatEndsMeanwhile_isAbsent() throws IOException {
        thread(4, "jtracer\n", "500 0 1\n");
        Files.createDirectories(process.resolve("task/5"));

        assertThat(CpuTime.of(process)).contains(new CpuTime(3_400_000_000L, 500, 0, 0, 0));
    }

    @Test
    void systemWithoutProc_tellsNothing() {
        assertThat(CpuTime.of(process.resolve("none"))).isEmpty();
    }

    @Test
    void difference_isNeverNegative() {
        assertThat(new CpuTime(5, 6, 7, 8, 9).since(new CpuTime(6, 4, 9, 7, 10)))
                .isEqualTo(new CpuTime(0, 2, 0, 1, 0));
    }

    @Test
    void elapsedTime_countsAsFarAsThreadsHadAProcessor() {
        assertThat(new CpuTime(5, 0, 0, 1, 3).ofElapsed(400)).isEqualTo(100);
        assertThat(new CpuTime(5, 0, 0, 0, 0).ofElapsed(400)).isEqualTo(400);
    }

    private void thread(int id, String name, String times) throws IOException {
        Path thread = Files.createDirectories(process.resolve("task/" + id));
        Files.writeString(thread.resolve("comm"), name);
        Files.writeString(thread.resolve("schedstat"), times);
    }
}
