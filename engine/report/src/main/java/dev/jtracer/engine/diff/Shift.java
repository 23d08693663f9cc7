// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

/**
 * The distance of two small groups of logarithms, and how likely it is by chance.
 *
 * @param whole whether the medians of the groups have moved too, in the same direction
 * @param log distance from the first group to the second; 0.18 is a factor of 1.2
 * @param standardError standard error of the distance
 * @param degrees degrees of freedom of the standard error
 */
record Shift(boolean whole, double log, double standardError, double degrees) {
    /** Smaller changes are of no interest, whatever their probability: 5 %. */
    static final double SMALLEST = Math.log(1.05);

    /**
     * Returns the probability of a distance at least as large between groups of the same distribution; 1 for no shift
     * of the whole.
     */
    double probability() {
        return !whole || Math.abs(log) < SMALLEST ? 1 : StudentT.twoSided(log / standardError, degrees);
    }

    /** Returns the smallest distance that has no more than this probability. */
    double detectable(double probability) {
        return Math.max(SMALLEST, StudentT.critical(probability, degrees) * standardError);
    }
}
