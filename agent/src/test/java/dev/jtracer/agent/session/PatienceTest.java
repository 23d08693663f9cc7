// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final long SECOND = 1_000_000_000;
    private static final long STEP = 10_000_000;
    private static final long MANY_RECORDS = 100_000_000;
    private static final Patience.Exit FIVE_SECONDS = new Patience.Exit(0, 5 * SECOND);

    private long now;

    @Test
    void codeThatIsCold_isNotAbandoned() {
        // No progress for three seconds, then all of it within one.
        assertThat(secondsUntilOver(MANY_RECORDS, seconds -> seconds - 3)).isNaN();
    }

    @Test
    void slowBeginning_isNotAbandoned() {
        assertThat(secondsUntilOver(MANY_RECORDS, seconds -> seconds < 1.5 ? seconds / 100 : (seconds - 1.4) / 3))
                .isNaN();
    }

    @Test
    void stallOfABusyMachine_isNotAbandoned() {
        assertThat(secondsUntilOver(
                        MANY_RECORDS, seconds -> seconds < 1 ? seconds / 3 : Math.max(0.34, (seconds - 2) / 2.5)))
                .isNaN();
    }

    @Test
    void hopelessConversion_isStoppedAfterTwoSeconds() {
        assertThat(secondsUntilOver(MANY_RECORDS, seconds -> seconds / 100)).isBetween(2.0, 2.1);
    }

    @Test
    void fewRecords_areAbandonedAtTheDeadlineOnly() {
        assertThat(secondsUntilOver(479, seconds -> seconds / 100)).isBetween(5.0, 5.1);
    }

    @Test
    void conversionWhileTheJvmRuns_isNeverAbandoned() {
        Patience patience = new Patience(MANY_RECORDS, () -> now);
        for (; now < 100 * SECOND; now += STEP) {
            assertThat(patience.isOver(null)).isFalse();
        }
    }

    /** Returns the time at which a conversion with this progress over time is stopped; NaN if it completes. */
    private double secondsUntilOver(long records, DoubleUnaryOperator progress) {
        Patience patience = new Patience(records, () -> now);
        for (; now < 10 * SECOND; now += STEP) {
            double seconds = (double) now / SECOND;
            double done = Math.max(0, progress.applyAsDouble(seconds));
            if (done >= 1) {
                return Double.NaN;
            }
            patience.progress(done);
            if (patience.isOver(FIVE_SECONDS)) {
                return seconds;
            }
        }
        throw new AssertionError("neither done nor over");
    }
}
