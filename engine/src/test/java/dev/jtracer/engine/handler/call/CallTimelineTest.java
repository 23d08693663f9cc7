// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** findSliceAtTs and findNextSliceAfter of catapult's slice_group_test, canBuildTrees and the search by time of DevTools'. */
class CallTimelineTest {
    private CallTrees trees = CallTrees.EMPTY;

    private CallTimeline timeline(String lines) throws IOException {
        trees = TreeText.trees(lines);
        return CallTimeline.of(trees, trees.threads().get(0));
    }

    private String name(int call) {
        return call == CallTrees.NONE ? "-" : trees.name(call);
    }

    @Test
    void findSliceAtTs_ofNeighboursIsTheOneThatEnds() throws IOException {
        CallTimeline timeline = timeline("""
                X 1 3 b "dur":1
                X 1 1 a "dur":2
                """);

        assertThat(name(timeline.at(0))).isEqualTo("-");
        assertThat(name(timeline.at(1_000))).isEqualTo("a");
        assertThat(name(timeline.at(3_000))).isEqualTo("a");
        assertThat(name(timeline.at(3_100))).isEqualTo("b");
        assertThat(name(timeline.at(4_000))).isEqualTo("b");
        assertThat(name(timeline.at(5_000))).isEqualTo("-");
    }

    @Test
    void findSliceAtTs_isTheInnermost() throws IOException {
        CallTimeline timeline = timeline("""
                X 1 1 a "dur":5
                X 1 3 b "dur":1
                """);

        assertThat(name(timeline.at(1_500))).isEqualTo("a");
        assertThat(name(timeline.at(3_000))).isEqualTo("b");
        assertThat(name(timeline.at(4_000))).isEqualTo("b");
        assertThat(name(timeline.at(4_500))).isEqualTo("a");
    }

    @Test
    void findSliceAtTs_findsWhatHasNoLength() throws IOException {
        CallTimeline timeline = timeline("""
                X 1 1 a "dur":3
                X 1 1 b1 "dur":2
                X 1 4 b2 "dur":0
                """);

        assertThat(name(timeline.at(1_000))).isEqualTo("b1");
        assertThat(name(timeline.at(4_000))).isEqualTo("b2");
    }

    @Test
    void findSliceAtTs_ofNeighboursWithinACallIsTheOneThatEnds() throws IOException {
        CallTimeline timeline = timeline("""
                X 1 1 a "dur":9
                X 1 2 p "dur":2
                X 1 4 q "dur":2
                """);

        assertThat(name(timeline.at(4_000))).isEqualTo("p");
        assertThat(name(timeline.at(8_000))).isEqualTo("a");
    }

    @Test
    void findNextSliceAfterBasic_goesByBeginAndThenByNesting() throws IOException {
        CallTimeline timeline = timeline("""
                X 1 1 a "dur":3
                X 1 1 b "dur":0
                X 1 2 c "dur":1
                X 1 5 d "dur":1
                """);

        assertThat(name(timeline.firstFrom(0))).isEqualTo("a");
        assertThat(name(timeline.next(TreeText.call(trees, "a")))).isEqualTo("b");
        assertThat(name(timeline.next(TreeText.call(trees, "b")))).isEqualTo("c");
        assertThat(name(timeline.next(TreeText.call(trees, "c")))).isEqualTo("d");
        assertThat(name(timeline.next(TreeText.call(trees, "d")))).isEqualTo("-");
        assertThat(name(timeline.previous(TreeText.call(trees, "b")))).isEqualTo("a");
        assertThat(name(timeline.previous(TreeText.call(trees, "a")))).isEqualTo("-");
        assertThat(name(timeline.firstFrom(6_000))).isEqualTo("-");
    }

    @Test
    void nextAndPreviousAroundATime_areConsistent() throws IOException {
        CallTimeline timeline = timeline(TreeText.A_TO_E);

        assertThat(name(timeline.firstFrom(2_000))).isEqualTo("C");
        assertThat(name(timeline.lastBefore(2_000))).isEqualTo("B");
        assertThat(name(timeline.firstFrom(2_001))).isEqualTo("D");
        assertThat(name(timeline.lastBefore(2_001))).isEqualTo("C");
        assertThat(name(timeline.lastBefore(0))).isEqualTo("-");
    }

    @Test
    void canBuildTreesFromEvents_trueWhenNested() throws IOException {
        assertThat(timeline(TreeText.A_TO_E).nests()).isTrue();
    }

    @Test
    void canBuildTreesFromEvents_falseForAPartialOverlap() throws IOException {
        assertThat(timeline("""
                        X 1 0 a "dur":10
                        X 1 5 b "dur":10
                        """).nests()).isFalse();
    }

    @Test
    void overlappingAsyncSpansOfOneThread_areInOrderOfTheirBegins() throws IOException {
        CallTimeline timeline = timeline("""
                S 1 1 a "id":1
                S 1 2 b "id":1
                F 1 5 b "id":1
                F 1 9 a "id":1
                """);

        assertThat(name(timeline.call(0))).isEqualTo("a");
    }
}
