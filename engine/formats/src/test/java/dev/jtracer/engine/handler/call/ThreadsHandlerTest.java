// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ThreadsHandlerTest {
    private static CallTrees trees(String lines) throws IOException {
        return TraceText.parse(TraceText.json(lines)).data(ThreadsHandler.class);
    }

    @Test
    void calls_formATreePerThread() throws IOException {
        CallTrees trees = trees("""
                M 1 0 thread_name "args":{"name":"main"}
                B 1 0 A
                B 1 1 B
                B 1 2 C
                E 1 4 C
                E 1 5 B
                B 2 5 other
                B 1 6 D
                E 1 9 D "args":{"threw":true}
                E 1 10 A
                B 1 10 E
                E 1 13 E
                """);

        assertThat(TraceText.tree(trees)).isEqualTo("""
                        main
                          A 0..10 self 3
                            B 1..5 self 2
                              C 2..4 self 2
                            D 6..9 self 3 threw
                          E 10..13 self 3

                          other 5..5 self 0 unfinished
                        """);
        CallTrees.ThreadCalls main = trees.threads().get(0);
        assertThat(main.calls()).isEqualTo(5);
    }

    @Test
    void completeEvents_formTreesToo() throws IOException {
        assertThat(TraceText.tree(trees("""
                        X 1 6 D "dur":3
                        X 1 2 C "dur":2
                        X 1 1 B "dur":4
                        X 1 0 A "dur":10
                        X 1 10 E "dur":3
                        """))).isEqualTo("""

                          A 0..10 self 3
                            B 1..5 self 2
                              C 2..4 self 2
                            D 6..9 self 3
                          E 10..13 self 3
                        """);
    }

    @Test
    void asyncIds_areTracksOfTheirOwn() throws IOException {
        assertThat(TraceText.tree(trees("""
                        b 0xa 0 f
                        b 0xb 1 f
                        n 0xb 1 mark
                        e 0xa 2 f
                        e 0xb 3 f
                        """))).isEqualTo("""
                        0xa
                          f 0..2 self 2
                        0xb
                          f 1..3 self 2
                        """);
    }

    @Test
    void manyPages_areOneTree() throws IOException {
        StringBuilder lines = new StringBuilder("B 1 0 root\n");
        for (int i = 1; i <= 20_000; i++) {
            lines.append("B 1 ").append(i).append(" call\nE 1 ").append(i).append(" call\n");
        }
        CallTrees trees = trees(lines.append("E 1 20001 root\n").toString());

        int root = trees.threads().get(0).firstRoot();
        long expectedMicros = 1;
        for (int call = trees.firstChild(root); call != CallTrees.NONE; call = trees.nextSibling(call)) {
            assertThat(trees.startNanos(call)).isEqualTo(expectedMicros++ * 1000);
        }
        assertThat(expectedMicros).isEqualTo(20_001);
        assertThat(trees.selfNanos(root)).isEqualTo(20_001_000);
    }
}
