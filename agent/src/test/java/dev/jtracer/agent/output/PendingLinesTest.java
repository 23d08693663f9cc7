// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.thread.TracerThreads;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PendingLinesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    /** A stream that finds no memory for the first lines. */
    private PrintStream fullAtFirst() {
        return new PrintStream(written, true, StandardCharsets.UTF_8) {
            private boolean isFull = true;

            @Override
            public PrintStream append(CharSequence lines) {
                if (isFull) {
                    isFull = false;
                    throw new OutOfMemoryError("test");
                }
                return super.append(lines);
            }
        };
    }

    @Test
    void linesThatCannotBeWritten_areCountedAndTheNextOnesWritten() {
        PendingLines lines = new PendingLines(fullAtFirst());
        lines.writeBy(new TracerThreads(problem -> {}));

        lines.add("one\ntwo\n");
        lines.add("three\n");
        lines.flush(System.nanoTime() + TimeUnit.MINUTES.toNanos(1));

        assertThat(written.toString(StandardCharsets.UTF_8)).contains("three\n");
        assertThat(lines.dropped()).isEqualTo(2);
    }
}
