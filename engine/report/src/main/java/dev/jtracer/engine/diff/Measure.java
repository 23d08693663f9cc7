// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

/** A quantity of a method's calls that is compared. */
public enum Measure {
    /** Own time of a usual call: geometric mean of the middle 80 of 100 calls. */
    USUAL("usual", 0.01),
    /** Own time that 99 of 100 calls do not exceed. */
    SLOWEST("p99", 0.0005),
    /** Calls in a recording. */
    CALLS("calls", 0.001);

    private final String label;
    private final double alarm;

    Measure(String label, double alarm) {
        this.label = label;
        this.alarm = alarm;
    }

    /** Returns its name in reports. */
    public String label() {
        return label;
    }

    /** Returns the probability that a comparison of equal programs reports any method by this measure. */
    double alarm() {
        return alarm;
    }
}
