// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.SpanFlags;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Complete events: the nesting cases of catapult's slice_group_test, of speedscope, and what is nested in portions.
 */
class ThreadSlicesTest {
    @Test
    void subSlicesBuilderBasic_touchingSlicesAreSiblings() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a "dur":2
                        X 1 3 b "dur":1
                        """)).hasToString("""
                        a 1..3 self 2 depth 0
                        b 3..4 self 1 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderBasic2_aContainedSliceIsAChild() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a "dur":4
                        X 1 3 b "dur":1
                        """)).hasToString("""
                        b 3..4 self 1 depth 1
                        a 1..5 self 3 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderNestedExactly_theFirstIsAroundTheSecond() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 b "dur":4
                        X 1 1 a "dur":4
                        """)).hasToString("""
                        a 1..5 self 4 depth 1
                        b 1..5 self 0 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderInstantEvents_apartAreSiblings() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a "dur":0
                        X 1 2 b "dur":0
                        """)).hasToString("""
                        a 1..1 self 0 depth 0
                        b 2..2 self 0 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderTwoInstantEvents_ofOneTimeNest() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a "dur":0
                        X 1 1 b "dur":0
                        """)).hasToString("""
                        b 1..1 self 0 depth 1
                        a 1..1 self 0 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderOutOfOrderAddition_isPutInOrder() throws IOException {
        assertThat(PairedText.of("""
                        X 1 3 b "dur":1
                        X 1 1 a "dur":2
                        """)).hasToString("""
                        a 1..3 self 2 depth 0
                        b 3..4 self 1 depth 0
                        """);
    }

    @Test
    void subRowBuilderOutOfOrderAddition2_nestsWhatCameFirst() throws IOException {
        assertThat(PairedText.of("""
                        X 1 3 b "dur":1
                        X 1 1 a "dur":5
                        """)).hasToString("""
                        b 3..4 self 1 depth 1
                        a 1..6 self 4 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderOnNestedZeroLength_atTheEndIsAChild() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a "dur":3
                        X 1 1 b1 "dur":2
                        X 1 4 b2 "dur":0
                        """)).hasToString("""
                        b1 1..3 self 2 depth 1
                        b2 4..4 self 0 depth 1
                        a 1..4 self 1 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderOnGroup1_givesTwoRoots() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a "dur":3
                        X 1 1.5 b "dur":1
                        X 1 5 c "dur":0
                        """)).hasToString("""
                        b 1.5..2.5 self 1 depth 1
                        a 1..4 self 2 depth 0
                        c 5..5 self 0 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderOnGroup2_givesAGrandchild() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a "dur":3
                        X 1 1.5 b "dur":1
                        X 1 1.75 c "dur":0.5
                        X 1 5 d "dur":0.25
                        """)).hasToString("""
                        c 1.75..2.25 self 0.5 depth 2
                        b 1.5..2.5 self 0.5 depth 1
                        a 1..4 self 2 depth 0
                        d 5..5.25 self 0.25 depth 0
                        """);
    }

    @Test
    void subSlicesBuilderTolerateFPInaccuracy_becauseTimesAreWholeNanoseconds() throws IOException {
        PairedText paired = PairedText.of("""
                X 1 1 a "dur":3
                X 1 1 b "dur":3.0000000001
                """);

        assertThat(paired).hasToString("""
                b 1..4 self 3 depth 1
                a 1..4 self 0 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.OVERLAP)).isZero();
    }

    @Test
    void completeEventsWithTightBounds_keepASelfTimeOfThirtyNanoseconds() throws IOException {
        assertThat(PairedText.of("""
                        X 1 19.97 a "dur":1.03
                        X 1 20 b "dur":1
                        """)).hasToString("""
                        b 20..21 self 1 depth 1
                        a 19.97..21 self 0.03 depth 0
                        """);
    }

    @Test
    void startSplitMerge_overlapsAreKeptWholeWhereCatapultCutsThem() throws IOException {
        // A cut call would count twice. It keeps its duration and its name; the part that reaches out is counted
        // nowhere else.
        PairedText paired = PairedText.of("""
                X 1 2 one "dur":2
                X 1 1 two "dur":2
                """);

        assertThat(paired).hasToString("""
                one 2..4 self 1 depth 1
                two 1..3 self 1 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.OVERLAP)).isEqualTo(1);
    }

    @Test
    void splitTwiceMerge_overlapsOnBothSidesGiveOneChildAndOneSibling() throws IOException {
        PairedText paired = PairedText.of("""
                X 1 1 one "dur":2
                X 1 4 two "dur":2
                X 1 2 three "dur":3
                """);

        assertThat(paired).hasToString("""
                three 2..5 self 1 depth 1
                one 1..3 self 1 depth 0
                two 4..6 self 2 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.OVERLAP)).isEqualTo(1);
    }

    @Test
    void basicMerge_beginsAndEndsShareATreeWithCompleteEvents() throws IOException {
        assertThat(PairedText.of("""
                        B 1 2 task
                        X 1 3 inTask "dur":1
                        E 1 8 task
                        X 1 1 around "dur":9
                        i 1 4 mark
                        """, new PairingOptions(true, true, true))).hasToString("""
                        inTask 3..4 self 1 depth 2
                        task 2..8 self 5 depth 1
                        around 1..10 self 3 depth 0
                        """);
    }

    @Test
    void autocloserBasic_endsAtTheGroupsEnd() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a "dur":0.5
                        B 1 2 b
                        B 1 2.5 c
                        E 1 3 c
                        """)).hasToString("""
                        a 1..1.5 self 0.5 depth 0
                        c 2.5..3 self 0.5 depth 1
                        b 2..3 self 0.5 depth 0 unfinished
                        """);
    }

    @Test
    void autocloseCompleteSlice_withoutADurationLastsUntilTheGroupsEnd() throws IOException {
        assertThat(PairedText.of("""
                        X 1 1 a
                        X 1 2 b "dur":3
                        """)).hasToString("""
                        b 2..5 self 3 depth 1
                        a 1..5 self 1 depth 0 unfinished
                        """);
    }

    @Test
    void matchingStarts_theLongestIsOutermost() throws IOException {
        assertThat(PairedText.of("""
                        X 0 0 alpha "dur":20
                        X 0 1 beta "dur":2
                        X 0 1 gamma "dur":1
                        X 0 9 beta "dur":1
                        X 0 9 gamma "dur":2
                        """)).hasToString("""
                        gamma 1..2 self 1 depth 2
                        beta 1..3 self 1 depth 1
                        beta 9..10 self 1 depth 2
                        gamma 9..11 self 1 depth 1
                        alpha 0..20 self 16 depth 0
                        """);
    }

    /** Each name's self time, of a random tree of complete events in a given order, nested in portions. */
    private static final class Portions {
        private final Map<Integer, Long> selfNanos = new HashMap<>();
        private final PairingProblems problems = new PairingProblems();
        private final List<long[]> calls = new ArrayList<>();
        private final Random random = new Random(7);

        /** Adds a call with its children in the order in which they end; returns its end. */
        long addTree(int track, long start, int depth) {
            long now = start + 1 + random.nextInt(5);
            int children = depth == 0 ? 0 : 2 + random.nextInt(3);
            for (int i = 0; i < children; i++) {
                now = addTree(track, now + random.nextInt(3), depth - 1) + random.nextInt(3);
            }
            now += random.nextInt(5);
            calls.add(new long[] {track, start, now, calls.size()});
            return now;
        }

        Map<Integer, Long> nest(int portion) {
            selfNanos.clear();
            Span view = new Span();
            ThreadSlices slices = new ThreadSlices(
                    span -> selfNanos.merge(span.nameIndex(), span.selfNanos(), Long::sum),
                    PairingOptions.TOTALS,
                    problems,
                    view,
                    portion);
            for (long[] call : calls) {
                view.track = (int) call[0];
                view.startNanos = call[1];
                view.endNanos = call[2];
                view.nameIndex = (int) call[3];
                view.beginIndex = call[3];
                view.endIndex = call[3];
                slices.advance(view.track, view.endNanos);
                slices.add(view);
            }
            slices.finish();
            return Map.copyOf(selfNanos);
        }
    }

    @Test
    void portions_leaveACompleteEventWithoutDurationOpenUntilTheLastEventOfItsThread() {
        Map<Integer, Long> endNanos = new HashMap<>();
        Span view = new Span();
        ThreadSlices slices = new ThreadSlices(
                span -> endNanos.put(span.nameIndex(), span.endNanos()),
                PairingOptions.TOTALS,
                new PairingProblems(),
                view,
                8);
        for (int i = 0; i < 100; i++) {
            view.nameIndex = i;
            view.flags = i == 0 ? SpanFlags.UNFINISHED : SpanFlags.NONE;
            view.startNanos = i * 10L;
            view.endNanos = i == 0 ? 0 : view.startNanos + 5;
            view.beginIndex = i;
            view.endIndex = i;
            slices.advance(0, view.endNanos);
            slices.add(view);
        }
        slices.finish();

        assertThat(endNanos).hasSize(100).containsEntry(0, 995L).containsEntry(1, 15L);
    }

    @Test
    void portions_ofEventsInTheOrderOfTheirBeginsAreExact() {
        Portions portions = new Portions();
        portions.addTree(1, 0, 6);
        portions.addTree(2, 0, 6);
        portions.calls.sort((a, b) -> a[1] != b[1] ? Long.compare(a[1], b[1]) : Long.compare(b[2], a[2]));

        Map<Integer, Long> whole = portions.nest(Integer.MAX_VALUE);

        assertThat(portions.calls).hasSizeGreaterThan(1000);
        assertThat(portions.nest(64)).isEqualTo(whole);
        assertThat(portions.problems.counts().count(PairingProblem.LOOSELY_NESTED))
                .isZero();
    }

    @Test
    void portions_ofEventsInTheOrderOfTheirEndsAreExactOrCounted() {
        Portions portions = new Portions();
        portions.addTree(1, 0, 6);

        Map<Integer, Long> whole = portions.nest(Integer.MAX_VALUE);
        Map<Integer, Long> inPortions = portions.nest(64);

        long wrong = whole.entrySet().stream()
                .filter(self -> !self.getValue().equals(inPortions.get(self.getKey())))
                .count();
        assertThat(inPortions).hasSameSizeAs(whole);
        assertThat(wrong).isLessThanOrEqualTo(portions.problems.counts().count(PairingProblem.LOOSELY_NESTED));
        assertThat(portions.problems.counts().count(PairingProblem.LOOSELY_NESTED))
                .isLessThan(whole.size() / 4L);
    }

    @Test
    void portions_giveTheRootCallItsSelfTimeThoughItComesLast() {
        Portions portions = new Portions();
        for (int i = 0; i < 1000; i++) {
            portions.calls.add(new long[] {1, 10 + i * 10L, 17 + i * 10L, i});
        }
        portions.calls.add(new long[] {1, 0, 20_000, 1000});

        assertThat(portions.nest(64).get(1000)).isEqualTo(20_000 - 7_000);
        assertThat(portions.problems.counts().count(PairingProblem.LOOSELY_NESTED))
                .isZero();
    }

    @Test
    void portions_ofMoreTracksThanTheyHoldStillGetOn() {
        Portions portions = new Portions();
        for (int track = 0; track < 1000; track++) {
            portions.calls.add(new long[] {track, 0, 10, track});
            portions.calls.add(new long[] {track, 20, 30, 1000 + track});
        }
        Collections.shuffle(portions.calls, new Random(3));

        Map<Integer, Long> self = portions.nest(64);

        assertThat(self).hasSize(2000);
        assertThat(self.values()).containsOnly(10L);
    }

    @Tag("slow")
    @Test
    void memory_staysBoundedHoweverManySpansThereAre() {
        long[] reported = new long[1];
        Span view = new Span();
        ThreadSlices slices =
                new ThreadSlices(span -> reported[0]++, PairingOptions.TOTALS, new PairingProblems(), view);
        long before = usedBytes();

        int many = 5 * ThreadSlices.PORTION / 2;
        for (int i = 0; i < many; i++) {
            view.track = 1;
            view.startNanos = i;
            view.endNanos = i + 1L;
            view.beginIndex = i;
            view.endIndex = i;
            view.bindId = i;
            slices.advance(1, view.endNanos);
            slices.add(view);
        }

        assertThat(usedBytes() - before).isLessThan(128L << 20);
        slices.finish();
        assertThat(reported[0]).isEqualTo(many);
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
