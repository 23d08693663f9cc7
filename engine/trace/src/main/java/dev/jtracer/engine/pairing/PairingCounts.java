// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts of unpaired and corrected events of a trace. Those of spans on threads are known after the last event.
 *
 * @param byProblem counts above 0
 */
public record PairingCounts(Map<PairingProblem, Long> byProblem) {
    /** The counts of a trace without events. */
    public static final PairingCounts NONE = new PairingCounts(Map.of());

    public PairingCounts {
        Map<PairingProblem, Long> present = new TreeMap<>(byProblem);
        present.values().removeAll(Set.of(0L));
        byProblem = Collections.unmodifiableMap(present);
    }

    /** Returns how often there was a problem. */
    public long count(PairingProblem problem) {
        return byProblem.getOrDefault(problem, 0L);
    }

    /** Returns the sums of these counts and those of another trace. */
    public PairingCounts plus(PairingCounts other) {
        Map<PairingProblem, Long> sums = new TreeMap<>(byProblem);
        for (PairingProblem problem : other.byProblem.keySet()) {
            sums.put(problem, count(problem) + other.count(problem));
        }
        return new PairingCounts(sums);
    }

    /** Returns the counts above 0, each by a description for the user. */
    public Map<String, Long> labelled() {
        Map<String, Long> counts = new LinkedHashMap<>();
        byProblem.forEach((problem, count) -> counts.put(problem.label(), count));
        return counts;
    }
}
