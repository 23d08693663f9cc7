// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** Reasons why begins and ends of a trace do not pair, or are corrected. */
public enum PairingProblem {
    UNMATCHED_BEGIN("begins without an end"),
    UNMATCHED_END("ends without a begin, dropped"),
    /** The end of a thread's innermost span with another name than its begin. */
    MISMATCHED_NAME("ends with another name than the begin"),
    /** A complete event that begins within another one of its track and ends after it. Known after the last event. */
    OVERLAP("calls overlapping another of the same thread, self time cut at its end"),
    OUT_OF_ORDER("events before an earlier one of the same id, moved to its time"),
    NEGATIVE_DURATION("ends before the begin, given no length"),
    TOO_MANY_OPEN("calls beyond the limit of open ones, dropped"),
    STARTED_TWICE("async spans started while running, second start dropped"),
    UNMATCHED_STEP("steps of async spans without a start, dropped"),
    MIXED_STEPS("async spans with steps of both kinds, dropped"),
    /** Too many spans to keep until the end, see {@link PairingOptions#keepsSpans}. */
    LOOSELY_NESTED("calls whose self time may contain that of inner calls");

    private final String label;

    PairingProblem(String label) {
        this.label = label;
    }

    /** Returns what is counted, for the user. */
    public String label() {
        return label;
    }
}
