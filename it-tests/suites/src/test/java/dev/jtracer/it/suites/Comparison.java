// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A suite's untraced run beside its traced one.
 *
 * @param compared how many tests both runs have
 * @param failing how many of them fail in both
 * @param onlyInOne how many tests, in classes that ended in both, have no counterpart with the same id
 * @param notEnded the classes that ended untraced and not traced
 * @param ratios CPU traced to untraced for each class that is long enough to tell, in ascending order
 */
record Comparison(
        int compared,
        int failing,
        int onlyInOne,
        List<Difference> differences,
        int classes,
        int notEnded,
        double ratioOfSums,
        List<Double> ratios) {

    /* The JVM counts its CPU in steps of 10 ms. */
    private static final long SHORTEST_NANOS = 50_000_000;

    /** A test that ended differently. */
    record Difference(String testClass, String test, String untraced, String traced) {
        boolean failsTraced() {
            return untraced.equals(ClassRun.PASSED) && !traced.equals(ClassRun.PASSED);
        }

        @Override
        public String toString() {
            return test + " is " + untraced + " untraced, " + traced + " traced";
        }
    }

    static Comparison of(Map<String, ClassRun> untraced, Map<String, ClassRun> traced) {
        int compared = 0;
        int failing = 0;
        int onlyInOne = 0;
        int notEnded = 0;
        List<Difference> differences = new ArrayList<>();
        long untracedNanos = 0;
        long tracedNanos = 0;
        List<Double> ratios = new ArrayList<>();
        for (Map.Entry<String, ClassRun> entry : traced.entrySet()) {
            ClassRun after = entry.getValue();
            ClassRun before = untraced.get(entry.getKey());
            if (before == null || !after.ended()) {
                notEnded++;
                continue;
            }
            int inBoth = 0;
            for (Map.Entry<String, String> test : after.statuses().entrySet()) {
                String status = before.statuses().get(test.getKey());
                if (status == null) {
                    continue;
                }
                inBoth++;
                if (status.equals(test.getValue())) {
                    failing += status.equals(ClassRun.FAILED) ? 1 : 0;
                } else {
                    differences.add(new Difference(entry.getKey(), test.getKey(), status, test.getValue()));
                }
            }
            compared += inBoth;
            onlyInOne += before.statuses().size() + after.statuses().size() - 2 * inBoth;
            untracedNanos += before.cpuNanos();
            tracedNanos += after.cpuNanos();
            if (before.cpuNanos() >= SHORTEST_NANOS) {
                ratios.add((double) after.cpuNanos() / before.cpuNanos());
            }
        }
        ratios.sort(null);
        return new Comparison(
                compared,
                failing,
                onlyInOne,
                differences,
                traced.size(),
                notEnded,
                (double) tracedNanos / untracedNanos,
                ratios);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d tests compared, %d differing, %d failing in both, %d in one run alone; %d of %d classes not ended; CPU x%.2f, median"
                        + " of %d classes x%.2f",
                compared,
                differences.size(),
                failing,
                onlyInOne,
                notEnded,
                classes,
                ratioOfSums,
                ratios.size(),
                ratios.isEmpty() ? Double.NaN : ratios.get(ratios.size() / 2));
    }
}
