// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TwoGroupsTest {
    private static final double[] BEFORE = {0.00, 0.02, -0.03, 0.01, -0.01};
    private static final double[] AFTER = {0.18, 0.21, 0.19, 0.16, 0.17};

    @Test
    void clearShift_isUnlikelyByChance() {
        Shift shift = TwoGroups.ofCentres(BEFORE, AFTER);

        assertThat(shift.log()).isBetween(0.18, 0.19);
        assertThat(shift.probability()).isLessThan(1e-4);
        assertThat(TwoGroups.ofCentres(AFTER, BEFORE).probability()).isEqualTo(shift.probability());
    }

    @Test
    void runsInASlowerTier_areTrimmed() {
        double[] before = {0.00, 0.02, 1.00, 0.01, -0.01};
        double[] after = {0.18, 2.70, 0.19, 0.16, 0.90};

        Shift shift = TwoGroups.ofCentres(before, after);

        assertThat(shift.log()).isBetween(0.15, 0.2);
        assertThat(shift.probability()).isLessThan(1e-3);
    }

    /** A method that runs at one of two speeds: a run on each side has that of the other side. */
    @Test
    void runAtTheSpeedOfTheOtherSide_isEvidenceAgainstADifference() {
        double[] before = {0.00, 0.02, 2.70, 0.01, -0.01};
        double[] after = {2.71, 2.69, 2.72, 0.00, 2.70};

        assertThat(TwoGroups.ofCentres(before, after).probability()).isGreaterThan(0.01);
    }

    @Test
    void smallShift_isNone() {
        double[] after = BEFORE.clone();
        for (int i = 0; i < after.length; i++) {
            after[i] += 0.04;
        }
        assertThat(TwoGroups.ofCentres(BEFORE, after).probability()).isEqualTo(1);
    }

    @Test
    void equalValues_haveASpreadAllTheSame() {
        double[] zeros = new double[5];
        double[] after = {0.06, 0.06, 0.06, 0.06, 0.06};

        assertThat(TwoGroups.ofCentres(zeros, after).probability()).isGreaterThan(1e-5);
    }

    @Test
    void dependentValues_needALargerShift() {
        assertThat(TwoGroups.ofSingles(BEFORE, AFTER).probability())
                .isGreaterThan(TwoGroups.ofCentres(BEFORE, AFTER).probability() * 10);
    }

    @Test
    void oneAgainstSeveral_isJudgedByTheSpreadOfTheSeveral() {
        assertThat(TwoGroups.ofCentres(new double[] {1}, BEFORE).probability()).isLessThan(1e-4);
        assertThat(TwoGroups.ofCentres(new double[] {1}, new double[] {0, 2, 1, 0.2, 1.5})
                        .probability())
                .isGreaterThan(0.1);
    }
}
