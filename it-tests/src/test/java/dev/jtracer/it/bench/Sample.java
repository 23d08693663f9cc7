// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.util.Collection;
import java.util.Locale;

/** Median and range of the figures from the forks of one kind. */
record Sample(double median, double min, double max) {
    static Sample of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Sample(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Divides each figure. */
    Sample per(double divisor) {
        return new Sample(median / divisor, min / divisor, max / divisor);
    }

    /** Subtracts from each figure. */
    Sample minus(double base) {
        return new Sample(median - base, min - base, max - base);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", median, min, max);
    }
}
