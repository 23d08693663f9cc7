// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenFramesTest {
    private static final int MORE_THAN_THERE_IS_ROOM_FOR = 5_000;

    private final OpenFrames frames = new OpenFrames();
    private final Pass first = Pass.firstOfObject(1, 11, 1, Pass.Kind.EXACT);
    private final Pass again = first.next(2, 12, 1, Pass.Kind.EXACT, null);

    @Test
    void innermostPass_isThatOfTheInnermostCallStillOpen() {
        frames.push(1, first);
        frames.push(2, again);
        assertThat(frames.innermost(first)).isSameAs(again);

        frames.pop(2);
        assertThat(frames.innermost(first)).isSameAs(first);

        frames.pop(1);
        assertThat(frames.innermost(first)).isNull();
    }

    @Test
    void passOfAnotherCallback_isNotTaken() {
        frames.push(1, first);

        assertThat(frames.innermost(Pass.firstOfObject(3, 13, 1, Pass.Kind.EXACT)))
                .isNull();
    }

    @Test
    void callsLeftOpen_areClosedWithTheOneAroundThem() {
        frames.push(1, null);
        frames.push(2, first);
        frames.push(3, again);

        frames.pop(1);

        assertThat(frames.innermost(first)).isNull();
    }

    @Test
    void callsWithARecordOfTheirOwn_areGivenBackInnermostFirst() {
        frames.push(1, null);
        frames.push(OpenFrames.CALL | 2, null);
        frames.push(11, first);
        frames.push(OpenFrames.CALL | 3, null);

        assertThat(frames.popCallWithin(1)).isEqualTo(3);
        assertThat(frames.innermost(first)).isSameAs(first);
        assertThat(frames.popCallWithin(1)).isEqualTo(2);
        assertThat(frames.innermost(first)).isNull();
        assertThat(frames.popCallWithin(1)).isZero();
    }

    @Test
    void whatACallReceivedItself_staysOpenWhenItCatches() {
        frames.push(1, null);
        frames.push(11, first);
        frames.push(2, null);
        frames.push(12, again);

        assertThat(frames.popCallWithin(1)).isZero();

        assertThat(frames.innermost(first)).isSameAs(first);
    }

    @Test
    void callsOfOthers_areLeftAlone() {
        frames.push(OpenFrames.CALL | 2, null);
        frames.push(11, first);
        frames.push(1, null);

        assertThat(frames.popCallWithin(1)).isZero();
        assertThat(frames.popCallWithin(7)).isZero();
        assertThat(frames.innermost(first)).isSameAs(first);
    }

    @Test
    void closingWhatIsNotOpen_changesNothing() {
        frames.push(1, first);

        frames.pop(7);

        assertThat(frames.innermost(first)).isSameAs(first);
    }

    @Test
    void runOfAnObjectNeverPassed_isNotTakenForTheOneAroundIt() {
        frames.push(-1, first);
        frames.push(-1, null);

        assertThat(frames.pop(-1)).isNull();
        assertThat(frames.pop(-1)).isSameAs(first);
    }

    @Test
    void nextRecording_knowsNoneOfTheCallsOpenBefore() {
        frames.enterEpoch(1);
        frames.push(1, first);

        frames.enterEpoch(2);

        assertThat(frames.innermost(first)).isNull();
    }

    @Test
    void framesTooDeepToBeKept_leaveTheInnerOnes() {
        frames.push(1, first);
        for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            frames.push(2, null);
        }
        frames.push(3, again);
        assertThat(frames.pop(3)).isSameAs(again);

        for (int i = 0; i < MORE_THAN_THERE_IS_ROOM_FOR; i++) {
            frames.pop(2);
        }
        assertThat(frames.pop(1)).isNull();
        frames.push(4, first);
        assertThat(frames.innermost(first)).isSameAs(first);
    }
}
