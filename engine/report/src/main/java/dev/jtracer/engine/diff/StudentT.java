// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

/** Student's t distribution. */
final class StudentT {
    private static final int MOST_STEPS = 300;
    private static final double PRECISE = 1e-12;
    private static final double TINY = 1e-300;
    /** Lanczos' coefficients for g = 7. */
    private static final double[] LANCZOS = {
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-6,
        1.5056327351493116e-7
    };

    private StudentT() {}

    /**
     * Returns the probability of a value at least as far from 0 as {@code t}, on either side.
     *
     * @param degrees degrees of freedom, above 0; need not be a whole number
     */
    static double twoSided(double t, double degrees) {
        return Double.isInfinite(t) ? 0 : incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
    }

    /** Returns the value whose {@link #twoSided} probability is {@code probability}, between 0 and 1. */
    static double critical(double probability, double degrees) {
        double low = 0;
        double high = 1;
        while (twoSided(high, degrees) > probability && high < 1e100) {
            high *= 2;
        }
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (twoSided(middle, degrees) > probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Returns the regularised incomplete beta function I_x(a, b). */
    private static double incompleteBeta(double a, double b, double x) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        // The fraction converges fast on one side of the mean; the other side follows by symmetry.
        return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a : 1 - front * fraction(b, a, 1 - x) / b;
    }

    /** Computes the continued fraction of the incomplete beta function by Lentz's method. */
    private static double fraction(double a, double b, double x) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m <= MOST_STEPS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            value *= d * c;
            if (Math.abs(d * c - 1) < PRECISE) {
                break;
            }
        }
        return value;
    }

    private static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    private static double logGamma(double x) {
        if (x < 0.5) {
            return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
        }
        double series = 0.9999999999998099;
        for (int i = 0; i < LANCZOS.length; i++) {
            series += LANCZOS[i] / (x + i);
        }
        double t = x + LANCZOS.length - 1.5;
        return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(t) - t + Math.log(series);
    }
}
