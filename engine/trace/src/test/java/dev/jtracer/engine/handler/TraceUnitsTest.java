// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class TraceUnitsTest {
    @Test
    void wholeNumbers_areExact() {
        assertThat(TraceUnits.microsToNanos(9_007_199_254_740_993L)).isEqualTo(9_007_199_254_740_993_000L);
        assertThat(TraceUnits.millisToNanos(-3L)).isEqualTo(-3_000_000);
        assertThat(TraceUnits.secondsToNanos(2L)).isEqualTo(2_000_000_000);
    }

    @Test
    void fractions_areRounded() {
        assertThat(TraceUnits.microsToNanos(1.0004)).isEqualTo(1_000);
        assertThat(TraceUnits.millisToNanos(0.0000015)).isEqualTo(2);
        assertThat(TraceUnits.secondsToNanos(463043.675184)).isEqualTo(463_043_675_184_000L);
    }

    @Test
    void missingTime_isZero() {
        assertThat(TraceUnits.microsToNanos(null)).isZero();
    }

    @Test
    void timesTooLarge_areTheLargest() {
        assertThat(TraceUnits.secondsToNanos(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(TraceUnits.secondsToNanos(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(TraceUnits.microsToNanos(BigInteger.TWO.pow(80))).isEqualTo(Long.MAX_VALUE);
        assertThat(TraceUnits.microsToNanos(Double.NaN)).isZero();
    }
}
