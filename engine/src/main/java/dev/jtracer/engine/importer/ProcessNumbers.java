// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.ImportProblem;
import java.util.HashMap;
import java.util.Map;

/** Numbers of processes in a trace put together: as in the source, unless another group of sources has it already. */
final class ProcessNumbers {
    /** Added to a number that is taken, as often as it takes: 4711 becomes 10004711, in which one sees where it comes from. */
    private static final long STEP = 10_000_000;

    private final int maxNumbers;
    /** The highest number given that ends like this one, in the last seven digits. */
    private final Map<Long, Long> highestByEnding = new HashMap<>();

    private final Map<Long, Integer> groupOfNumber = new HashMap<>();
    private final Map<Integer, Map<Long, Long>> numbersOfGroup = new HashMap<>();
    private final ProblemCounts problems;

    /**
     * No numbers yet.
     *
     * @param maxNumbers most numbers that are kept apart; further processes keep the number of their source
     */
    ProcessNumbers(int maxNumbers, ProblemCounts problems) {
        this.maxNumbers = maxNumbers;
        this.problems = problems;
    }

    long number(int group, long pid, String source) {
        Map<Long, Long> numbers = numbersOfGroup.computeIfAbsent(group, first -> new HashMap<>());
        Long known = numbers.get(pid);
        if (known != null || groupOfNumber.size() >= maxNumbers) {
            return known == null ? pid : known;
        }
        long number = free(group, pid, source);
        numbers.put(pid, number);
        return number;
    }

    private long free(int group, long pid, String source) {
        boolean taken = groupOfNumber.getOrDefault(pid, group) != group;
        // From the highest on: a search from the taken one would take a file of such numbers a time that grows with its
        // square.
        long ending = Math.floorMod(pid, STEP);
        long number = taken ? highestByEnding.getOrDefault(ending, pid) + STEP : pid;
        highestByEnding.merge(ending, number, Math::max);
        groupOfNumber.put(number, group);
        if (number != pid) {
            problems.add(ImportProblem.PROCESS_RENUMBERED, pid + " of " + source + " is " + number);
        }
        return number;
    }
}
