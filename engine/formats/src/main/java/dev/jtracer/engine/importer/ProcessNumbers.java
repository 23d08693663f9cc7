// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportProblem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The numbers of processes in a merged trace: as in the source, unless another process has it. */
final class ProcessNumbers {
    /** Added repeatedly to a number in use until it is free: 4711 becomes 10004711, which shows its origin. */
    private static final long STEP = 10_000_000;

    private final int maxNumbers;
    /** The highest assigned number by its last seven digits. */
    private final Map<Long, Long> highestByEnding = new HashMap<>();

    private final Set<Long> assigned = new HashSet<>();
    private final Map<Integer, Map<Long, Long>> numbersOfGroup = new HashMap<>();
    private final ProblemCounts problems;

    /** @param maxNumbers limit of distinct numbers; further processes keep the number of their source */
    ProcessNumbers(int maxNumbers, ProblemCounts problems) {
        this.maxNumbers = maxNumbers;
        this.problems = problems;
    }

    long number(int group, long pid, String source) {
        Map<Long, Long> numbers = numbersOfGroup.computeIfAbsent(group, first -> new HashMap<>());
        Long known = numbers.get(pid);
        if (known != null || assigned.size() >= maxNumbers) {
            return known == null ? pid : known;
        }
        long number = free(pid, source);
        numbers.put(pid, number);
        return number;
    }

    private long free(long pid, String source) {
        // From the highest on, because a search from the number in use would take quadratic time for a file of equal
        // endings.
        long ending = Math.floorMod(pid, STEP);
        long number = assigned.contains(pid) ? highestByEnding.getOrDefault(ending, pid) + STEP : pid;
        highestByEnding.merge(ending, number, Math::max);
        assigned.add(number);
        if (number != pid) {
            problems.add(ImportProblem.PROCESS_RENUMBERED, pid + " of " + source + " is " + number);
        }
        return number;
    }
}
