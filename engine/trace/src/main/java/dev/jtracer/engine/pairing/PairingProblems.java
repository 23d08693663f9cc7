// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.EnumMap;
import java.util.Map;

/** The counters behind {@link PairingCounts}, which the parts of a pairing share. */
public final class PairingProblems {
    private final long[] counts = new long[PairingProblem.values().length];

    public PairingProblems() {}

    @SuppressWarnings("EnumOrdinal") // the number does not leave the counters
    public void count(PairingProblem problem) {
        counts[problem.ordinal()]++;
    }

    @SuppressWarnings("EnumOrdinal") // as above
    public PairingCounts counts() {
        Map<PairingProblem, Long> byProblem = new EnumMap<>(PairingProblem.class);
        for (PairingProblem problem : PairingProblem.values()) {
            byProblem.put(problem, counts[problem.ordinal()]);
        }
        return new PairingCounts(byProblem);
    }
}
