// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MethodLoadsTest {
    private final MethodLoads loads = new MethodLoads(100);

    private static long enter(int id, long nanos) {
        return RandomRecords.record(SpoolLayout.KIND_ENTER, nanos, id);
    }

    private static long exit(int id, long nanos) {
        return RandomRecords.record(SpoolLayout.KIND_EXIT, nanos, id);
    }

    private static long control(int code) {
        return RandomRecords.record(SpoolLayout.KIND_CONTROL, 1, code);
    }

    /** Returns "id calls nanos threw passed" of each method. */
    private List<String> taken() {
        List<String> taken = new ArrayList<>();
        loads.take((id, calls, nanos, threw, passed) ->
                taken.add(id + " " + calls + " " + nanos + " " + threw + " " + passed));
        return taken;
    }

    private void add(long... words) {
        loads.add(words, words.length);
    }

    @Test
    void callsWithinTheChunk_areCountedOnce() {
        add(enter(1, 0), enter(2, 10), exit(2, 15), enter(2, 20), exit(2, 27), exit(1, 100));
        add(enter(2, 0), RandomRecords.record(SpoolLayout.KIND_THROW, 3, 2));

        assertThat(taken()).containsExactly("1 1 100 0 0", "2 3 15 1 0");
        assertThat(taken()).isEmpty();
    }

    @Test
    void callsOverTheEdges_areNotCounted() {
        add(exit(1, 5), enter(2, 10), exit(2, 15), exit(3, 20), enter(4, 30));

        assertThat(taken()).containsExactly("2 1 5 0 0");
    }

    @Test
    void pass_countsForTheCallAndItsCaller() {
        add(
                enter(1, 0),
                enter(2, 1),
                enter(3, 2),
                control(SpoolLayout.CONTROL_PASS),
                enter(9, 3),
                exit(3, 4),
                exit(2, 5),
                exit(1, 6));

        assertThat(taken()).containsExactly("1 1 6 0 0", "2 1 4 0 1", "3 1 2 0 1", "9 1 0 0 0");
    }

    @Test
    void passBeforeAnyCallOfAMethodWithALargeId_isCounted() {
        add(enter(5_000, 0), control(SpoolLayout.CONTROL_PASS), enter(9, 1), exit(5_000, 2));

        assertThat(taken()).containsExactly("9 1 0 0 0", "5000 1 2 0 1");
    }

    @Test
    void runsOfCallbacks_areNoMethods() {
        add(control(SpoolLayout.CONTROL_RUN), enter(9, 0), enter(1, 1), exit(1, 2), exit(9, 3));

        assertThat(taken()).containsExactly("1 1 1 0 0");
    }

    @Test
    void turnOfAnotherThread_endsWhatWasOpen() {
        add(enter(1, 0), RandomRecords.switchTo(7), exit(1, 5), enter(2, 6), exit(2, 8));

        assertThat(taken()).containsExactly("2 1 2 0 0");
    }

    @Test
    void sample_isAnEighth() {
        int chosen = 0;
        for (int i = 0; i < 80_000; i++) {
            chosen += loads.chooses() ? 1 : 0;
        }

        assertThat(chosen).isBetween(9_000, 11_000);
    }

    @Test
    void failure_isThrownToTheTaker_notToTheDrain() {
        MethodLoads small = new MethodLoads(1);

        small.add(new long[] {enter(1, 0), enter(2, 1)}, 2); // more open calls than records of a chunk

        assertThat(small.chooses()).isFalse();
        assertThatThrownBy(() -> small.take((id, calls, nanos, threw, passed) -> {}))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }
}
