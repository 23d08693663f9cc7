// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import java.util.Map;

/** The run of one class of tests: its end, the status of each test by the test's unique id, and its cost. */
record ClassRun(Outcome outcome, Map<String, String> statuses, long cpuNanos, long wallNanos) {
    static final String PASSED = "SUCCESSFUL";
    static final String FAILED = "FAILED";

    /** The end of a class's run. */
    enum Outcome {
        ENDED,
        OVER_TIME,
        JVM_DIED
    }

    boolean ended() {
        return outcome == Outcome.ENDED;
    }

    boolean passed(String test) {
        return PASSED.equals(statuses.get(test));
    }
}
