// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import java.util.Map;

/** What happened to one class of tests: how it ended, the status of each test by its unique id, and what it cost. */
record ClassRun(Outcome outcome, Map<String, String> statuses, long cpuNanos, long wallNanos) {
    static final String PASSED = "SUCCESSFUL";
    static final String FAILED = "FAILED";

    /** How a class came to its end. */
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
