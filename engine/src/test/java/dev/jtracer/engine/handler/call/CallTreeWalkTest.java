// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The cases of the DevTools engine's TreeHelpers.test, and of its forEachEvent. */
class CallTreeWalkTest {
    private CallTrees trees = CallTrees.EMPTY;
    private final StringBuilder way = new StringBuilder();

    private final CallTreeWalk.Visitor writer = new CallTreeWalk.Visitor() {
        @Override
        public void enter(int call) {
            way.append('+').append(trees.name(call)).append(' ');
        }

        @Override
        public void leave(int call) {
            way.append('-').append(trees.name(call)).append(' ');
        }

        @Override
        public void instant(int call) {
            way.append('!').append(trees.name(call)).append(' ');
        }
    };

    private CallTreeWalk walk(String lines) throws IOException {
        trees = TreeText.trees(lines);
        return CallTreeWalk.of(trees);
    }

    private boolean named(int call, Predicate<String> name) {
        return name.test(trees.name(call));
    }

    private String way(Consumer<CallTreeWalk.Visitor> walk) {
        way.setLength(0);
        walk.accept(writer);
        return way.toString().strip();
    }

    @Test
    void calls_haveTheirThreadNameAndTimes() throws IOException {
        CallTreeWalk walk = walk("""
                M 7 0 thread_name "args":{"name":"main"}
                X 7 0 outer "dur":9
                X 7 2 inner "dur":3
                b 0x1 4 request
                e 0x1 6 request
                """);
        List<String> calls = new ArrayList<>();

        walk.threadsOnly()
                .calls(call -> calls.add(call.thread().name() + " "
                        + call.thread().tid() + " " + call.depth() + " "
                        + call.name() + " " + call.startNanos() + "-" + call.endNanos() + " " + call.durNanos() + " "
                        + call.selfNanos()));

        assertThat(calls).containsExactly("main 7 0 outer 0-9000 9000 6000", "main 7 1 inner 2000-5000 3000 3000");
    }

    @Test
    void calls_areThoseOfTheWalkWithoutMarks() throws IOException {
        trees = TreeText.trees("""
                X 1 0 long "dur":9
                i 1 1 mark "s":"t"
                X 1 2 short "dur":1
                X 2 3 elsewhere "dur":9
                """, EnumSet.of(ThreadsHandler.Keep.MARKS));
        List<String> calls = new ArrayList<>();

        CallTreeWalk.of(trees).atLeast(2_000).calls(call -> calls.add(call.name()));
        CallTreeWalk.of(trees).calls(trees.threads().get(0), call -> calls.add(call.name()));

        assertThat(calls).containsExactly("long", "elsewhere", "long", "short");
    }

    @Test
    void walkEntireTree_tellsBeginsAndEndsInOrder() throws IOException {
        CallTreeWalk walk = walk(TreeText.A_TO_E);

        assertThat(way(walk::all)).isEqualTo("+A +B +C -C -B +D -D -A +E -E");
    }

    @Test
    void walkEntireTree_withinAWindowPassesOverWhatOnlyTouchesIt() throws IOException {
        CallTreeWalk walk = walk(TreeText.A_TO_E).within(5_000, 10_000);

        assertThat(way(walk::all)).isEqualTo("+A +D -D -A");
    }

    @Test
    void walkEntireTree_withAMinimumDurationPassesOverShorterCalls() throws IOException {
        // Upstream adds the begin to the duration, so that nothing is ever too short.
        CallTreeWalk walk = walk(TreeText.A_TO_E).atLeast(4_000);

        assertThat(way(walk::all)).isEqualTo("+A +B -B -A");
    }

    @Test
    void walkTreeFromEntry_staysWithinTheCall() throws IOException {
        CallTreeWalk walk = walk(TreeText.A_TO_E);

        assertThat(way(visitor -> walk.subtree(TreeText.call(trees, "B"), visitor)))
                .isEqualTo("+B +C -C -B");
        assertThat(way(visitor -> walk.subtree(TreeText.call(trees, "E"), visitor)))
                .isEqualTo("+E -E");
    }

    @Test
    void filter_lettingChildrenTakeThePlacesOfTheirParents() throws IOException {
        CallTreeWalk walk = walk(TreeText.A_TO_E).showing(call -> named(call, name -> "ACD".contains(name)));

        assertThat(way(walk::all)).isEqualTo("+A +C -C +D -D -A");
    }

    @Test
    void filter_leavingOutCallsWithAllWithin() throws IOException {
        CallTreeWalk walk = walk(TreeText.A_TO_E).excluding(call -> named(call, "B"::equals));

        assertThat(way(walk::all)).isEqualTo("+A +D -D -A +E -E");
    }

    @Test
    void forEachEvent_tellsInstantsApart() throws IOException {
        CallTreeWalk walk = walk("""
                X 1 0 RunTask "dur":10
                X 1 2 point "dur":0
                X 1 5 Layout "dur":1
                """);

        assertThat(way(visitor -> walk.events(trees.threads().get(0), visitor)))
                .isEqualTo("+RunTask !point +Layout -Layout -RunTask");
    }

    @Test
    void forEachEvent_passesOverAsyncUnlessItIsAskedFor() throws IOException {
        CallTreeWalk walk = walk("""
                X 1 0 task "dur":10
                b 0x1 2 request
                e 0x1 4 request
                """);

        assertThat(way(walk.threadsOnly()::all)).isEqualTo("+task -task");
        assertThat(way(walk::all)).contains("+request -request").contains("+task -task");
    }

    @Test
    void marks_areNodesWhenTheyAreKept() throws IOException {
        trees = TreeText.trees("""
                B 1 0 a
                i 1 2 point
                B 1 3 b
                E 1 4 b
                E 1 5 a
                n 0x1 7 onId
                e 0x1 9 noBegin
                """, EnumSet.of(ThreadsHandler.Keep.MARKS));
        CallTreeWalk walk = CallTreeWalk.of(trees);

        assertThat(way(visitor -> walk.events(trees.threads().get(0), visitor))).isEqualTo("+a !point +b -b -a");
        assertThat(way(visitor -> walk.events(trees.threads().get(1), visitor))).isEqualTo("!onId +noBegin -noBegin");
        assertThat(trees.threads()).extracting(CallTrees.ThreadCalls::calls).containsExactly(2, 0);
        assertThat(trees.selfNanos(TreeText.call(trees, "a"))).isEqualTo(4_000);
    }

    @Test
    void greatDepth_needsNoStack() throws IOException {
        int levels = 200_000;
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < levels; i++) {
            lines.append("b 1 ").append(i).append(" f\n");
        }
        CallTreeWalk walk = walk(lines.toString());
        int[] visited = new int[2];

        walk.all(new CallTreeWalk.Visitor() {
            @Override
            public void enter(int call) {
                visited[0]++;
            }

            @Override
            public void leave(int call) {
                visited[1]++;
            }
        });

        assertThat(visited).containsExactly(levels, levels);
    }
}
