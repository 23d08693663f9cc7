// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTreeWalkTest {
    @Test
    void calls_haveTheirThreadNameAndTimes() throws IOException {
        List<String> calls = new ArrayList<>();

        CallTreeWalk.of(TreeText.trees("""
                        M 7 0 thread_name "args":{"name":"main"}
                        X 7 0 outer "dur":9
                        X 7 2 inner "dur":3
                        """))
                .calls(call -> calls.add(call.thread().name() + " "
                        + call.thread().tid() + " " + call.depth() + " "
                        + call.name() + " " + call.startNanos() + "-" + call.endNanos() + " " + call.durNanos() + " "
                        + call.selfNanos()));

        assertThat(calls).containsExactly("main 7 0 outer 0-9000 9000 6000", "main 7 1 inner 2000-5000 3000 3000");
    }

    @Test
    void calls_areThoseOfAllThreadsAndIds() throws IOException {
        List<String> calls = new ArrayList<>();

        CallTreeWalk.of(TreeText.trees("""
                        X 1 0 long "dur":9
                        i 1 1 mark "s":"t"
                        X 1 2 short "dur":1
                        X 2 3 elsewhere "dur":9
                        b 0x1 4 request
                        e 0x1 6 request
                        """)).calls(call -> calls.add(call.name()));

        assertThat(calls).containsExactlyInAnyOrder("long", "short", "elsewhere", "request");
    }

    @Test
    void visitor_getsBeginsAndEndsInOrder() throws IOException {
        CallTrees trees = TreeText.trees(TreeText.A_TO_E);
        StringBuilder way = new StringBuilder();

        CallTreeWalk.of(trees).thread(trees.threads().get(0), new CallTreeWalk.Visitor() {
            @Override
            public void enter(int call) {
                way.append(" +").append(trees.name(call));
            }

            @Override
            public void leave(int call) {
                way.append(" -").append(trees.name(call));
            }
        });

        assertThat(way).hasToString(" +A +B +C -C -B +D -D -A +E -E");
    }

    @Test
    void greatDepth_needsNoStack() throws IOException {
        int levels = 200_000;
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < levels; i++) {
            lines.append("b 1 ").append(i).append(" f\n");
        }
        int[] visited = new int[1];

        CallTreeWalk.of(TreeText.trees(lines.toString())).calls(call -> visited[0]++);

        assertThat(visited).containsExactly(levels);
    }
}
