// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

/**
 * A standard deviation estimated from few values.
 *
 * @param deviation standard deviation
 * @param degrees degrees of freedom
 */
record Spread(double deviation, double degrees) {
    /**
     * Standard deviation expected of any method before it was measured: 4 %, with the weight of two degrees of
     * freedom.
     */
    private static final double EXPECTED = 0.04;

    private static final double EXPECTED_DEGREES = 2;

    /**
     * Returns the estimate. Few values may lie close together by chance, so a deviation below the expected one is
     * raised towards it; one above is left as it is.
     *
     * @param squares sum of the squared distances from the means
     * @param degrees number of values less that of the means, at least 0
     */
    static Spread of(double squares, int degrees) {
        if (squares > degrees * EXPECTED * EXPECTED && degrees > 0) {
            return new Spread(Math.sqrt(squares / degrees), degrees);
        }
        double all = degrees + EXPECTED_DEGREES;
        return new Spread(Math.sqrt((squares + EXPECTED_DEGREES * EXPECTED * EXPECTED) / all), all);
    }
}
