// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A t test of two small groups with outliers. In one of ten runs or so the JIT compiler leaves a method in a slower
 * tier, and the whole run gives a value that is two or ten times the others: a mean of five does not survive that.
 * Values far outside are therefore trimmed, unless they could belong to the other group.
 */
final class TwoGroups {
    /** A value is outside at this multiple of the others' standard deviation. */
    private static final double OUTSIDE = 12;
    /** At most this part of all values is trimmed, and always less than half of a group. */
    private static final double MOST_OUTSIDE = 0.3;

    private static final int SMALLEST_TO_TRIM = 4;

    private final double[] first;
    private final double[] second;

    private record Outlier(boolean ofFirst, int index, double distance) {}

    /**
     * A standard deviation estimated from few values.
     *
     * @param deviation standard deviation
     * @param degrees degrees of freedom
     */
    private record Spread(double deviation, double degrees) {
        /** Standard deviation expected of any method before measuring: 4 %, weighing as two degrees of freedom. */
        private static final double EXPECTED = 0.04;

        private static final double EXPECTED_DEGREES = 2;

        /**
         * Returns the estimate for groups around means of their own. Few values may lie close together by chance, so
         * a deviation below the expected one is raised towards it; one above is left as it is.
         */
        static Spread of(double[] a, double[] b) {
            double squares = squares(a) + squares(b);
            int degrees = a.length + b.length - 2;
            if (squares > degrees * EXPECTED * EXPECTED && degrees > 0) {
                return new Spread(Math.sqrt(squares / degrees), degrees);
            }
            double all = degrees + EXPECTED_DEGREES;
            return new Spread(Math.sqrt((squares + EXPECTED_DEGREES * EXPECTED * EXPECTED) / all), all);
        }
    }

    private TwoGroups(double[] first, double[] second) {
        this.first = first;
        this.second = second;
    }

    /** Compares the centres of groups whose values are independent; together they have at least three values. */
    static Shift ofCentres(double[] first, double[] second) {
        return new TwoGroups(first, second).shift(false);
    }

    /**
     * Compares groups whose values depend on each other, as blocks of one recording do: the distance is measured by
     * that of two single values, which does not shrink with their number.
     */
    static Shift ofSingles(double[] first, double[] second) {
        return new TwoGroups(first, second).shift(true);
    }

    private Shift shift(boolean singles) {
        double distance = Math.abs(median(second) - median(first));
        List<Outlier> outliers = new ArrayList<>();
        addFarthest(first, median(first), median(second), distance, true, outliers);
        addFarthest(second, median(second), median(first), distance, false, outliers);
        outliers.sort(Comparator.comparingDouble(Outlier::distance).reversed());
        int most = Math.min(outliers.size(), (int) (MOST_OUTSIDE * (first.length + second.length)));
        for (int left = most; left > 0; left--) {
            List<Outlier> candidates = outliers.subList(0, left);
            if (candidates.get(left - 1).distance() > OUTSIDE * deviation(candidates)) {
                return shiftWithout(candidates, singles);
            }
        }
        return shiftWithout(List.of(), singles);
    }

    /**
     * A value that is nearer to the other group than the groups are to each other speaks against one: it stays.
     */
    private static void addFarthest(
            double[] values, double own, double other, double distance, boolean ofFirst, List<Outlier> outliers) {
        if (values.length < SMALLEST_TO_TRIM) {
            return;
        }
        List<Outlier> farthest = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            farthest.add(new Outlier(ofFirst, i, Math.abs(values[i] - own)));
        }
        farthest.sort(Comparator.comparingDouble(Outlier::distance).reversed());
        for (Outlier outlier : farthest.subList(0, (values.length - 1) / 2)) {
            if (Math.abs(values[outlier.index()] - other) > distance) {
                outliers.add(outlier);
            }
        }
    }

    private Shift shiftWithout(List<Outlier> outliers, boolean singles) {
        double[] a = without(first, true, outliers);
        double[] b = without(second, false, outliers);
        double share = singles ? 2 : 1.0 / a.length + 1.0 / b.length;
        double means = mean(b) - mean(a);
        double medians = median(second) - median(first);
        boolean whole = Math.abs(medians) >= Shift.SMALLEST && medians * means > 0;
        Spread spread = Spread.of(a, b);
        return new Shift(whole, means, spread.deviation() * Math.sqrt(share), spread.degrees());
    }

    private double deviation(List<Outlier> outliers) {
        return Spread.of(without(first, true, outliers), without(second, false, outliers))
                .deviation();
    }

    private static double[] without(double[] values, boolean first, List<Outlier> outliers) {
        return IntStream.range(0, values.length)
                .filter(i -> outliers.stream().noneMatch(outlier -> outlier.ofFirst() == first && outlier.index() == i))
                .mapToDouble(i -> values[i])
                .toArray();
    }

    private static double squares(double[] values) {
        double mean = mean(values);
        double sum = 0;
        for (double value : values) {
            sum += (value - mean) * (value - mean);
        }
        return sum;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
